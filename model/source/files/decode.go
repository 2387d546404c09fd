package files

import (
	"scaledeck/model"
	"scaledeck/model/format"
)

// decoder returns the decoder of package format. A compressed file may hold as much
// as a plain one.
func decoder(maxBytes int64) DecodeFunc {
	return func(name string, data []byte) (*model.Document, []model.Issue) {
		return format.Decode(name, data, format.Options{MaxBytes: maxBytes})
	}
}
