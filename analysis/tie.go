package analysis

import (
	"fmt"

	"scaledeck/analysis/finding"
	"scaledeck/analysis/startup"
	"scaledeck/analysis/timeline"
	"scaledeck/model"
)

// tieProfiles returns one sentence for each timeline of the same document that
// started its replicas in the time of one of the profiles: what the seconds of a
// cold start meant while demand was rising. Profiles in the order of c, their
// timelines in the file's.
func tieProfiles(d *model.Document, c *startup.ColdStart) []string {
	if d.Timelines() == nil {
		return nil
	}
	var ties []string
	tied := make([]bool, len(d.Timelines().Timelines)) // of equal profiles the first speaks
	for _, p := range c.Profiles {
		total := p.Total
		if !p.Known {
			total = p.Data.Total
		}
		for i := range d.Timelines().Timelines {
			t := &d.Timelines().Timelines[i]
			if tied[i] || !finding.Agree(t.ColdStartSeconds, total) {
				continue
			}
			tied[i] = true
			if text := tie(t); text != "" {
				ties = append(ties, t.Name+": "+text)
			}
		}
	}
	return ties
}

// tie says when the first replica that a timeline started cold was asked for,
// when it was ready, and when demand peaked; "" where none was started cold.
func tie(t *model.Timeline) string {
	asked, ready, found := firstColdBoot(t)
	if !found {
		return ""
	}
	text := fmt.Sprintf("a replica asked for at %s was ", timeline.SecondsText(timeline.SecondAt(t, asked)))
	if ready >= 0 {
		text += "ready at " + timeline.SecondsText(timeline.SecondAt(t, ready))
	} else {
		text += "not ready by the end of the run at " + timeline.SecondsText(timeline.SecondAt(t, t.Len()-1))
	}
	if _, peak := t.Column(model.Demand).Max(); peak >= 0 {
		text += "; the surge peaked at " + timeline.SecondsText(timeline.SecondAt(t, peak))
	}
	return text
}

// firstColdBoot follows the first replica that was started and did not come from
// standby: the sample at which it was started and the one at which it was ready,
// −1 where it never was. Replicas become ready in the order in which they were
// started, those from standby first.
func firstColdBoot(t *model.Timeline) (asked, ready int, found bool) {
	before, target, readied := 0, 0, 0
	for e := range timeline.ScaleEvents(t) {
		switch e.Kind {
		case timeline.ScaledUp:
			if !found && e.Count > e.Warm {
				asked, found, target = e.Index, true, before+e.Warm+1
			}
			before += e.Count
		case timeline.BecameReady:
			readied += e.Count
			if found && readied >= target && e.Index > asked {
				return asked, e.Index, true
			}
		}
	}
	return asked, -1, found
}

// ColdBoot follows the first replica of a timeline that was started and did not
// come from standby: the index of the sample at which it was asked for and of the
// one at which it was ready, −1 where it never was. found is false where no
// replica was started cold.
func ColdBoot(t *model.Timeline) (asked, ready int, found bool) { return firstColdBoot(t) }
