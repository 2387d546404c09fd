package model

// Kind names what a part of a document is about.
type Kind string

// The kinds.
const (
	KindComparison Kind = "scale-out"   // arms measured side by side, each some times
	KindRollout    Kind = "canary"      // builds taken through stages of traffic
	KindTimeline   Kind = "autoscaling" // samples over time
	KindStartup    Kind = "cold-start"  // phases of a start
	KindArms       Kind = "comparison"  // arms that differ by their settings
	KindFile       Kind = "file"        // a file that holds none of the others
)

// String returns the kind as reports name it.
func (k Kind) String() string { return string(k) }

// Part is one thing that a document holds and that can be judged. It is never
// changed once it is decoded.
type Part interface {
	Kind() Kind
}

// Kind returns KindArms where the runs differ by their settings, and else
// KindComparison: they differ by their number of replicas.
func (c *Comparison) Kind() Kind {
	if len(c.Arms) > 0 {
		return KindArms
	}
	return KindComparison
}

// Kind returns KindTimeline.
func (*TimelineSet) Kind() Kind { return KindTimeline }

// Kind returns KindRollout.
func (*RolloutSet) Kind() Kind { return KindRollout }

// Kind returns KindStartup.
func (*Startup) Kind() Kind { return KindStartup }

// PartOf returns the first part of a document that is a T, nil where it has none.
func PartOf[T Part](d *Document) T {
	var none T
	if d == nil {
		return none
	}
	for _, p := range d.Parts {
		if t, ok := p.(T); ok {
			return t
		}
	}
	return none
}

// Comparison returns the first comparison of the document, nil for none.
func (d *Document) Comparison() *Comparison { return PartOf[*Comparison](d) }

// Timelines returns the first set of timelines of the document, nil for none.
func (d *Document) Timelines() *TimelineSet { return PartOf[*TimelineSet](d) }

// Rollouts returns the first set of rollouts of the document, nil for none.
func (d *Document) Rollouts() *RolloutSet { return PartOf[*RolloutSet](d) }

// Startup returns the first comparison of start-up profiles of the document, nil for none.
func (d *Document) Startup() *Startup { return PartOf[*Startup](d) }
