package model

// Startup is a set of start-up profiles, each the phases a replica goes
// through between being asked for and being ready.
type Startup struct {
	Pointer  string
	Profiles []Profile  // in the file's order
	Lost     []Measured // what should be here and could not be read
}

// Profile is one way to start a replica.
type Profile struct {
	Pointer string
	Name    string
	Phases  []Phase // in the file's order
	Total   Figure  // seconds, as claimed
}

// Phase is one part of a start.
type Phase struct {
	Pointer string
	Name    string
	Seconds Figure
}
