package files

import "time"

// poller says how often to look without an event that something changed.
type poller struct {
	nominal  time.Duration
	interval time.Duration // nominal, or longer where looking is slow
}

func newPoller(nominal time.Duration) poller { return poller{nominal: nominal, interval: nominal} }

// took adapts the interval to what one look cost, in steps of two so that the
// interval on the screen does not flicker: on a slow network file system most of
// the time must stay free.
func (p *poller) took(d time.Duration) {
	for 4*d > p.interval {
		p.interval *= 2
	}
	for p.interval > p.nominal && 16*d < p.interval {
		p.interval = max(p.interval/2, p.nominal)
	}
}
