package model

// Document is everything one file holds. A file can hold several parts.
// A Document is never changed once it is decoded.
type Document struct {
	File   string // cleaned name for the screen, relative to what was opened
	Schema string // the schema or experiment the file names itself by, cleaned

	Parts []Part // in the file's order, one of a kind unless the format says otherwise

	// ExecutionMode and ScenarioScope are the file's own sentences on how far
	// its figures carry. Simulated is true where ExecutionMode says that they
	// come from a model with assumed coefficients and not from a measurement.
	ExecutionMode string
	ScenarioScope string
	Simulated     bool

	// Unknown holds the JSON pointers of keys that no part of the model takes,
	// at most MaxUnknown of them; UnknownCount counts them all.
	Unknown      []string
	UnknownCount int

	Issues []Issue // what was wrong with the file, in the file's order
}

// MaxUnknown bounds Document.Unknown.
const MaxUnknown = 100

// Empty reports whether the document holds nothing that can be shown.
func (d *Document) Empty() bool {
	return d == nil || len(d.Parts) == 0
}
