// Package screens is the list of screens.
package screens

import (
	"scaledeck/tui/internal/screen"
	"scaledeck/tui/internal/screens/audit"
	"scaledeck/tui/internal/screens/board"
	"scaledeck/tui/internal/screens/canary"
	"scaledeck/tui/internal/screens/coldstart"
	"scaledeck/tui/internal/screens/lab"
	"scaledeck/tui/internal/screens/replay"
	"scaledeck/tui/internal/screens/topologies"
)

// All returns the screens in the order of their tabs. To add one, write its
// package and add its Spec here.
func All() []screen.Spec {
	return []screen.Spec{
		board.Spec(),
		replay.Spec(),
		canary.Spec(),
		topologies.Spec(),
		coldstart.Spec(),
		lab.Spec(),
		audit.Spec(),
	}
}
