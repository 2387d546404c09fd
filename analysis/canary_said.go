package analysis

// Why says in one line how the rollout ended and which figures decided it, in
// the words of Finding.Why. It also serves a rollout that was judged anew and
// has no finding.
func (c Canary) Why() string { return c.why() }
