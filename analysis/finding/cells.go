package finding

import (
	"scaledeck/analysis/page"
	"scaledeck/model"
)

func PercentCell(v float64) page.Cell { return page.Value(model.Of(v), model.Percent) }

func SecondsCell(v float64) page.Cell { return page.Value(model.Of(v), model.Seconds) }
