package finding

import (
	"fmt"

	"scaledeck/analysis/gate"
	"scaledeck/model"
)

func FileFinding(f *model.File, v gate.Verdict, why string) Finding {
	return Finding{
		Key: FindingKey(f, gate.KindFile, ""), Kind: gate.KindFile, Title: "file " + f.Name, Why: why,
		Sentence: fmt.Sprintf("%s: %s, %s.", v, f.Name, why), Verdict: v, File: f,
	}
}

// Bounds of one-line texts: a file may hold any number of topologies.
const (
	MaxTitleSizes = 6
	MaxNamed      = 4
)
