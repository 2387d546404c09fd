package finding

import (
	"strconv"
	"strings"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

// FindingKey returns the identity of a finding across reloads: the file's key,
// the kind and the name of what is judged in it ("" where a file has one only).
// Parts are quoted so that no two triples give the same key.
func FindingKey(f *model.File, k gate.Kind, name string) string {
	return strings.Join([]string{strconv.Quote(f.Key), k.String(), strconv.Quote(name)}, " ")
}
