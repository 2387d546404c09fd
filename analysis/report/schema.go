package report

// The forms of JSON. A version is raised when a key changes its meaning, its type or
// goes; keys that are added raise nothing. The first has fields of its own for each
// kind, the second prints the same section for all of them.
const (
	Schema   = "scaledeck-report-v1"
	SchemaV2 = "scaledeck-report-v2"
)
