package files

import "time"

// coalescer turns a burst of changes into one moment to look: once they have
// been quiet for a while, or some time after the first however many follow.
type coalescer struct {
	quiet, maxWait time.Duration
	first, last    time.Time // of the burst; zero where there is none
}

// note takes a change into the burst.
func (c *coalescer) note(now time.Time) {
	if c.first.IsZero() {
		c.first = now
	}
	c.last = now
}

// deadline returns when to look; ok is false where nothing has changed.
func (c *coalescer) deadline() (at time.Time, ok bool) {
	if c.first.IsZero() {
		return time.Time{}, false
	}
	return earlier(c.last.Add(c.quiet), c.first.Add(c.maxWait)), true
}

// done ends the burst. After a look that took long, the next ones are spaced
// out: a file of many megabytes that never stops growing must not keep a core
// busy.
func (c *coalescer) done(o Options, took time.Duration) {
	c.first, c.last = time.Time{}, time.Time{}
	took = min(took, longestPause/4)
	c.quiet = max(o.Quiet, took)
	c.maxWait = max(o.MaxWait, 4*took)
}

// longestPause bounds what a slow look adds.
const longestPause = 4 * time.Second
