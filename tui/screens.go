package tui

// All returns the screens in the order of their tabs. To add one, write its
// package and add its Spec here.
func All() []Spec {
	return []Spec{
		BoardSpec(),
		ReplaySpec(),
		CanarySpec(),
		TopologiesSpec(),
		ColdStartSpec(),
		LabSpec(),
		AuditSpec(),
	}
}
