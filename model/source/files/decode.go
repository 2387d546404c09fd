package files

import (
	"scaledeck/model"
	"scaledeck/model/format"
)

// defaultDecode is the decoder of package format with its usual options.
func defaultDecode(name string, data []byte) (*model.Document, []model.Issue) {
	return format.Decode(name, data, format.Options{})
}
