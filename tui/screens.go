package tui

// newScreens returns the screens in the order of their tabs.
func newScreens(o Options) []screen {
	return []screen{
		newBoard(),
		newReplay(o),
		newCanary(o),
		newTopologies(o),
		newColdStart(),
		newLab(o),
		newAudit(),
	}
}
