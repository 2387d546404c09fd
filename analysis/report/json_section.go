package report

import (
	"scaledeck/analysis"
	"scaledeck/analysis/page"
	"scaledeck/analysis/report/jsonvalue"
)

// sectionJSON is the member that a finding of any kind has in schema v2: the blocks
// that text and Markdown print, with the values of its cells. The tables of gates
// are left out: the gates are there in full.
func sectionJSON(f analysis.Finding) jsonvalue.Object {
	blocks := []jsonvalue.Object{}
	for _, b := range analysis.Page(f).Blocks {
		if t, ok := b.(*page.Table); !ok || !t.Gates {
			blocks = append(blocks, blockJSON(b))
		}
	}
	return jsonvalue.Of("section", blocks)
}

// blockJSON is a block under its type: text, list, table, bars or chart.
func blockJSON(b page.Block) jsonvalue.Object {
	switch b := b.(type) {
	case page.Sentence:
		return jsonvalue.Of("type", "text", "label", b.Label, "text", b.Text)
	case page.Note:
		return jsonvalue.Of("type", "text", "label", b.Label, "text", b.Text)
	case page.List:
		items := jsonvalue.Each(b.Items, func(l page.Line) string { return l.Spell(false, true, false) })
		return jsonvalue.Of("type", "list", "label", b.Label, "items", items)
	case *page.Table:
		columns := jsonvalue.Each(b.Columns, func(c page.Column) string { return c.Head })
		return jsonvalue.Of("type", "table", "label", b.Label, "columns", columns, "rows", jsonvalue.Each(b.Rows, rowJSON))
	case page.Bars:
		return jsonvalue.Of("type", "bars", "bars", jsonvalue.Each(b.Bars, func(bar page.Bar) jsonvalue.Object {
			return jsonvalue.Of("name", bar.Name, "total", jsonvalue.Figure(bar.Total, b.Unit), "complete", bar.Known,
				"pieces", jsonvalue.Each(bar.Pieces, func(p page.Piece) jsonvalue.Object {
					return jsonvalue.Of("name", p.Name, "length", jsonvalue.Figure(p.Length, b.Unit))
				}))
		}))
	case page.Chart:
		return jsonvalue.Of("type", "chart", "series", jsonvalue.Each(b.Series, func(s page.Series) jsonvalue.Object {
			return jsonvalue.Of("metric", s.Metric.ID, "name", s.Metric.Label, "unit", string(s.Metric.Unit)).And(
				jsonvalue.If(s.Drawn().OK() || s.High.OK(), "limit", jsonvalue.Figure(s.Limit, s.Metric.Unit),
					"not_over_at", jsonvalue.Figure(s.Low, s.Metric.Unit), "over_at", jsonvalue.Figure(s.High, s.Metric.Unit)))
		}))
	default:
		return jsonvalue.Of("type", "unknown")
	}
}

// rowJSON is a cell a column. A cell has the text that is printed, the word of its
// mark where it has one, and its value where the text is one.
func rowJSON(cells []page.Cell) []jsonvalue.Object {
	return jsonvalue.Each(cells, func(c page.Cell) jsonvalue.Object {
		return jsonvalue.Of("text", c.In(false, true)).And(jsonvalue.If(c.Mark != page.None, "mark", c.Mark.Word()),
			jsonvalue.If(c.Is, "figure", jsonvalue.Figure(c.Value, c.Unit)))
	})
}
