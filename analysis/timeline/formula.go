package timeline

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"scaledeck/analysis/finding"
	"scaledeck/model"
	"scaledeck/model/text"
	"scaledeck/sim"
)

// fitCapacity returns the one KV capacity of a replica, in tokens, that explains
// demand / (ready × capacity) in the samples of all timelines, absent where no
// sample can say. Ratios are printed to four decimals, so a single sample gives
// it only roughly: of the roundings of the middle estimate the one that
// reproduces most samples is taken, and the roundest of equals.
func fitCapacity(as *model.TimelineSet) model.Figure {
	n := 0
	for i := range as.Timelines {
		t := &as.Timelines[i]
		n += min(t.Len(), t.Column(model.Demand).Len(), t.Column(model.Ready).Len(), t.Column(model.DemandRatio).Len())
	}
	estimates := make([]float64, 0, n)
	for i := range as.Timelines {
		t := &as.Timelines[i]
		demands, readies, printed := t.Column(model.Demand), t.Column(model.Ready), t.Column(model.DemandRatio)
		for j := range t.Len() {
			demand, ready, ratio := demands.At(j), readies.At(j), printed.At(j)
			if demand.OK() && ready.OK() && ready.Value > 0 && ratio.OK() && ratio.Value > 0 {
				if e := demand.Value / (ready.Value * ratio.Value); e > 0 && !math.IsInf(e, 0) {
					estimates = append(estimates, e)
				}
			}
		}
	}
	if len(estimates) == 0 {
		return model.Figure{}
	}
	slices.Sort(estimates)
	middle := estimates[len(estimates)/2]
	best, most, tried := model.Of(middle), -1, 0.0
	for digits := 1; digits <= 6; digits++ {
		c, err := strconv.ParseFloat(strconv.FormatFloat(middle, 'e', digits-1, 64), 64)
		if err != nil || c == tried {
			continue
		}
		tried, n = c, 0
		for i := range as.Timelines {
			n += demandRatioFormula(model.Of(c)).over(&as.Timelines[i], model.Of(c)).held
		}
		if n > most {
			best, most = model.Of(c), n
		}
	}
	return best
}

// formula is how one column of a simulated timeline follows from r, the unrounded
// demand / (ready × capacity) of its samples.
type formula struct {
	column   *model.Metric
	rule     string
	decimals int                     // as printed in the file
	of       func(r float64) float64 // nil: r itself
}

// from returns what the formula gives for r.
func (f formula) from(r model.Figure) model.Figure {
	if f.of == nil || !r.OK() {
		return r
	}
	return model.Of(f.of(r.Value))
}

// demandRatioFormula returns the rule of the column that all others follow from.
func demandRatioFormula(capacity model.Figure) formula {
	return formula{model.DemandRatio, "demand / (ready replicas × " + capacity.Exact(model.Tokens) + ")", 4, nil}
}

// formulas returns the rules that apply: measured figures follow none of the
// last two, which are the assumptions of a simulation.
func formulas(capacity model.Figure, simulated bool) []formula {
	fs := []formula{
		demandRatioFormula(capacity),
		{model.KVUse, "min(1, r)", 4, func(r float64) float64 { return min(1, r) }},
	}
	if !simulated {
		return fs
	}
	k := sim.ReferenceCoefficients()
	gpu := func(r float64) float64 { return min(k.GPUMax, k.GPUBase+k.GPUSlope*r) }
	ttft := func(r float64) float64 {
		return k.TTFTBase + k.TTFTSlope*min(r, k.Knee) + k.TTFTOver*math.Pow(max(0, r-k.Knee), k.TTFTPower)
	}
	return append(fs,
		formula{model.GPUUse, fmt.Sprintf("min(%v, %v + %v r)", k.GPUMax, k.GPUBase, k.GPUSlope), 4, gpu},
		formula{
			model.P99TTFT,
			fmt.Sprintf("%v + %v min(r, %v) + %v max(0, r − %v)^%v", k.TTFTBase, k.TTFTSlope, k.Knee, k.TTFTOver, k.Knee, k.TTFTPower),
			2, ttft,
		})
}

// ratios gives demand / (ready × capacity) of the samples of a timeline.
type ratios struct {
	demand, ready model.Series
	capacity      model.Figure
}

func demandRatios(t *model.Timeline, capacity model.Figure) ratios {
	return ratios{t.Column(model.Demand), t.Column(model.Ready), capacity}
}

// at returns the ratio of sample i. Without a ready replica there is no capacity
// and the ratio has no value.
func (r *ratios) at(i int) model.Figure {
	demand, ready := r.demand.At(i), r.ready.At(i)
	if !demand.OK() || !ready.OK() || !r.capacity.OK() || ready.Value <= 0 || r.capacity.Value <= 0 {
		return model.Figure{}
	}
	return model.Of(demand.Value / (ready.Value * r.capacity.Value))
}

// fit is how well a formula holds over the samples of a timeline.
type fit struct {
	held, compared int
	first          int // the first sample that differs, or −1
	deviation      float64
}

// over tries the formula on every sample that has what it takes. It holds where
// the printed figure is a rounding of the computed one.
func (f formula) over(t *model.Timeline, capacity model.Figure) fit {
	r := fit{first: -1}
	column, ratio := t.Column(f.column), demandRatios(t, capacity)
	half := 0.5 * math.Pow(10, -float64(f.decimals)) * (1 + 1e-6)
	for i := range t.Len() {
		printed, computed := column.At(i), f.from(ratio.at(i))
		if !printed.OK() || !computed.OK() {
			continue
		}
		r.compared++
		d := math.Abs(printed.Value - computed.Value)
		r.deviation = max(r.deviation, d)
		if d <= half {
			r.held++
		} else if r.first < 0 {
			r.first = i
		}
	}
	return r
}

// formulas checks each column against the rule it should follow. A rule that
// does not even hold for half of the samples is not the rule of this file, which
// is no fault of the file: that cannot be checked. One that holds for most and
// not for all points at the samples that were changed.
func checkFormulas(c *finding.Claims, t *model.Timeline, capacity model.Figure, simulated bool) {
	if t.Len() == 0 {
		return
	}
	ratio := demandRatios(t, capacity)
	for _, f := range formulas(capacity, simulated) {
		m, column := f.column, t.Column(f.column)
		present := column.Present()
		if present == 0 {
			continue
		}
		r := f.over(t, capacity)
		result := finding.Reproduced
		var found string
		switch {
		case r.compared == 0:
			result, found = finding.NotCheckable, "no sample has demand and ready replicas to compute it from"
		case 2*r.held <= r.compared && r.held < r.compared:
			result = finding.NotCheckable
			found = fmt.Sprintf("another rule is at work: %d of %d samples follow this one", r.held, r.compared)
		case r.held < r.compared:
			result = finding.Differs
			found = fmt.Sprintf("%s at %s; %d of %d samples reproduced", finding.Round(f.from(ratio.at(r.first)), f.decimals).Exact(plainUnit(m.Unit)),
				SecondsText(SecondAt(t, r.first)), r.held, r.compared)
		case r.compared < t.Len():
			found = fmt.Sprintf("all %d of %d samples that can be computed reproduced to the last printed digit", r.compared, t.Len())
		default:
			found = fmt.Sprintf("all %d samples reproduced to the last printed digit", r.compared)
		}
		if r.compared > 0 {
			found += ", largest deviation " + finding.Round(model.Of(r.deviation), f.decimals+2).Exact(plainUnit(m.Unit))
		}
		claimed := text.Counted(present, "sample")
		if r.first >= 0 {
			claimed = column.At(r.first).Exact(plainUnit(m.Unit)) + " at " + SecondsText(SecondAt(t, r.first))
		}
		c.Add("timeline", m.Label, claimed, found, f.rule, result)
	}
}

// plainUnit prints shares as the file has them, 0 to 1, so that digits compare.
func plainUnit(u model.Unit) model.Unit {
	if u == model.Share {
		return model.Ratio
	}
	return u
}
