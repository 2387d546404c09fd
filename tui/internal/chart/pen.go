package chart

import "math"

// pen draws series into a field. Samples that fall into one column of dots are
// drawn as one stroke from their least to their greatest, so that the work
// depends on the size of the plot and not on the number of samples.
type pen struct {
	f       *field
	x, y    *scale
	limits  []limit
	gap     float64
	on, off int // dots drawn and left out in turn; off 0 is a solid line
	phase   int
	lx, ly  int // the last dot, which the next line begins with
}

// group is a run of joined samples in one column of dots.
type group struct {
	column int
	u      float64 // of the first sample
	lo, hi float64 // shares from the top
	lastU  float64 // of the last sample, and next to it its height and x
	last   float64
	lastX  float64
	any    bool
	joined bool // to a sample before it
}

// draw draws one series and settles it as number i.
func (p *pen) draw(s *Series, i int) {
	p.on, p.off, p.phase = 1, 0, 0
	if s.Dashed {
		p.on, p.off = 6, 2 // about three cells and one
	}
	p.lx, p.ly = -1, -1
	var g group
	for k := range s.len() {
		x, y := s.x(k), s.Y[k]
		if !finite(x) || !finite(y) {
			p.end(&g, true)
			continue
		}
		if g.any && p.gap > 0 && math.Abs(x-g.lastX) > p.gap {
			p.end(&g, true)
		}
		p.add(s, &g, x, y, i)
	}
	p.end(&g, true)
	p.f.settle(i)
}

// add takes one sample: into the group, or as the first of the next one.
func (p *pen) add(s *Series, g *group, x, y float64, i int) {
	u, t := p.x.share(x), p.height(y)
	p.flag(u, t, i)
	column := p.column(u)
	if g.any && column == g.column {
		g.lo, g.hi = min(g.lo, t), max(g.hi, t)
	} else {
		p.end(g, false)
		switch {
		case !g.any:
		case p.f.filled():
			p.between(g, s.Step, column, t)
		case s.Step:
			p.segment(g.lastU, g.last, u, g.last)
			p.segment(u, g.last, u, t)
		default:
			p.segment(g.lastU, g.last, u, t)
		}
		*g = group{column: column, u: u, lo: t, hi: t, any: true, joined: g.any}
	}
	g.lastU, g.last, g.lastX = u, t, x
}

// end draws what a group has beyond its joints. broken says that nothing
// follows; a sample joined to nothing is then drawn as a dot that can be seen.
func (p *pen) end(g *group, broken bool) {
	switch {
	case !g.any:
		return
	case p.f.filled():
		p.top(g.column, g.lo)
	case g.lo < g.hi:
		p.segment(g.u, g.lo, g.u, g.hi)
	case broken && !g.joined:
		p.lone(g.u, g.last)
	}
	if broken {
		*g = group{}
		p.lx, p.ly = -1, -1
	}
}

// column returns the column of dots of a sample; those outside the plot have
// columns too, so that they are joined like the others.
func (p *pen) column(u float64) int {
	if u >= 0 && u <= 1 {
		return step(u, p.f.w, p.f.sx)
	}
	return int(math.Floor(u * float64(p.f.w*p.f.sx)))
}

// flag notes a sample above or below the axis, which no line would show.
func (p *pen) flag(u, t float64, i int) {
	if t >= 0 && t <= 1 || u < 0 || u > 1 {
		return
	}
	c := step(u, p.f.w, 1)
	if t < 0 && p.f.over[c] == nobody {
		p.f.over[c] = int32(i)
	}
	if t > 1 && p.f.under[c] == nobody {
		p.f.under[c] = int32(i)
	}
}

// height returns the share of a value from the top, on its side of the limits.
func (p *pen) height(v float64) float64 {
	t := p.y.down(v)
	if len(p.limits) == 0 || t < 0 || t > 1 {
		return t
	}
	dot := step(t, p.f.h, p.f.sy)
	if moved := side(p.limits, v, dot); moved != dot {
		return (float64(moved) + 0.5) / float64(p.f.h*p.f.sy)
	}
	return t
}

// top sets how far a column of a filled series reaches.
func (p *pen) top(column int, t float64) {
	if column >= 0 && column < p.f.w && t <= 1 {
		p.f.set(column, step(max(t, 0), p.f.h, p.f.sy))
	}
}

// between fills the columns from one sample to the next, which lies at column and
// t: as high as the first, or as the line to the second.
func (p *pen) between(g *group, hold bool, column int, t float64) {
	for c := max(g.column+1, 0); c < min(column, p.f.w); c++ {
		at := g.last
		if !hold {
			at += (t - g.last) * float64(c-g.column) / float64(column-g.column)
		}
		p.top(c, at)
	}
}

// lone draws a sample that is joined to none.
func (p *pen) lone(u, t float64) {
	if !inside(u, t) {
		return
	}
	x, y := p.place(u, t)
	// One braille dot is easily missed: four in the middle of its cell, or two
	// where the line of a limit runs through it.
	x &^= 1
	row := y >> 2
	for _, l := range p.limits {
		if l.dot>>2 == row {
			p.f.set(x, y)
			p.f.set(x+1, y)
			return
		}
	}
	for d := range 4 {
		p.f.set(x+d&1, row<<2+1+d>>1)
	}
}

// segment draws the part of a line that lies within the axes.
func (p *pen) segment(u0, t0, u1, t1 float64) {
	if !inside(u0, t0) || !inside(u1, t1) {
		a, b, ok := clip(u0, t0, u1, t1)
		if !ok {
			return
		}
		du, dt := u1-u0, t1-t0
		if b < 1 { // else exactly the sample, not a sum that misses it by a bit
			u1, t1 = u0+b*du, t0+b*dt
		}
		u0, t0 = u0+a*du, t0+a*dt
	}
	x0, y0 := p.place(u0, t0)
	x1, y1 := p.place(u1, t1)
	p.line(x0, y0, x1, y1)
}

// inside reports whether a point lies within the axes.
func inside(u, t float64) bool { return u >= 0 && u <= 1 && t >= 0 && t <= 1 }

// place returns the dot of a point within the axes.
func (p *pen) place(u, t float64) (x, y int) {
	return step(u, p.f.w, p.f.sx), step(t, p.f.h, p.f.sy)
}

// clip returns the part of a line between two points that lies in the unit
// square, as shares of the line (Liang and Barsky).
func clip(u0, t0, u1, t1 float64) (a, b float64, ok bool) {
	a, b = 0, 1
	du, dt := u1-u0, t1-t0
	for _, e := range [4][2]float64{{-du, u0}, {du, 1 - u0}, {-dt, t0}, {dt, 1 - t0}} {
		switch d, room := e[0], e[1]; {
		case d == 0:
			if room < 0 {
				return 0, 0, false
			}
		case d < 0:
			a = max(a, room/d)
		default:
			b = min(b, room/d)
		}
	}
	return a, b, a <= b
}

// line sets the dots from one to another, both included (Bresenham).
func (p *pen) line(x0, y0, x1, y1 int) {
	dx, sx := x1-x0, 1
	if dx < 0 {
		dx, sx = -dx, -1
	}
	dy, sy := y0-y1, 1
	if dy > 0 {
		dy, sy = -dy, -1
	}
	for e := dx + dy; ; {
		p.dot(x0, y0)
		if x0 == x1 && y0 == y1 {
			return
		}
		e2 := 2 * e
		if e2 >= dy {
			e += dy
			x0 += sx
		}
		if e2 <= dx {
			e += dx
			y0 += sy
		}
	}
}

// dot sets one dot of a line, unless it is the one just set or lies in the
// space of a dash.
func (p *pen) dot(x, y int) {
	if x == p.lx && y == p.ly {
		return
	}
	p.lx, p.ly = x, y
	if p.off > 0 {
		p.phase++
		if (p.phase-1)%(p.on+p.off) >= p.on {
			p.f.work++
			return
		}
	}
	p.f.set(x, y)
}
