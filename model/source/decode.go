package source

import (
	"scaledeck/model"
	"scaledeck/model/decode"
)

// defaultDecode is the decoder of package decode with its usual options.
func defaultDecode(name string, data []byte) (*model.Document, []model.Issue) {
	return decode.Decode(name, data, decode.Options{})
}
