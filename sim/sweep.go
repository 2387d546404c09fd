package sim

import (
	"context"
	"fmt"
	"runtime"
	"sync"
)

// maxSweepRuns bounds the grid of a sweep.
const maxSweepRuns = 10_000_000

// Axis is one parameter of a sweep and the values it takes.
type Axis struct {
	Parameter Parameter
	Values    []float64 // in the parameter's unit
}

// Point is one run of a sweep.
type Point struct {
	Values  []float64 // one an axis, in their order
	Summary Summary
}

// SweepOptions say how a sweep runs, and never what it yields.
type SweepOptions struct {
	Workers  int                   // goroutines; 0 is one a core
	Progress func(done, total int) // called now and then with a growing done, never twice at once; may be nil
}

// Sweep runs base once for every combination of the axes' values, over all
// cores, and returns the points in the order of the grid: the last axis changes
// fastest. The points are the same whatever the number of workers. It fails with
// the first point of the grid that is not valid, naming its values, and with the
// context's error where that ends first.
func Sweep(ctx context.Context, base Config, axes []Axis, o SweepOptions) ([]Point, error) {
	total, err := gridSize(axes)
	if err != nil {
		return nil, fmt.Errorf("sweep: %w", err)
	}
	s := sweep{ctx: ctx, base: base, axes: axes, points: make([]Point, total), options: o, failedAt: total}
	// Workers take a few runs at a time: enough that taking them costs nothing,
	// few enough that the last one does not keep the others waiting.
	s.chunk = max(1, min(256, 65_536/max(1, len(base.Demand))))
	workers := o.Workers
	if workers < 1 {
		workers = runtime.GOMAXPROCS(0)
	}
	var wg sync.WaitGroup
	for range min(workers, (total+s.chunk-1)/s.chunk) {
		wg.Go(s.work)
	}
	wg.Wait()
	switch {
	case s.err != nil:
		return nil, fmt.Errorf("sweep: %w", s.err)
	case ctx.Err() != nil:
		return nil, fmt.Errorf("sweep: %w", context.Cause(ctx))
	}
	return s.points, nil
}

func gridSize(axes []Axis) (int, error) {
	total := 1
	for i, a := range axes {
		if len(a.Values) == 0 {
			return 0, fmt.Errorf("axis %s has no values", a.Parameter)
		}
		for _, b := range axes[:i] {
			if a.Parameter == b.Parameter {
				return 0, fmt.Errorf("axis %s is given twice", a.Parameter)
			}
		}
		if len(a.Values) > maxSweepRuns/total {
			return 0, fmt.Errorf("the grid has more than %d runs", maxSweepRuns)
		}
		total *= len(a.Values)
	}
	return total, nil
}

// sweep is a sweep under way.
type sweep struct {
	ctx     context.Context
	base    Config
	axes    []Axis
	points  []Point
	options SweepOptions
	chunk   int

	mu       sync.Mutex
	next     int // first run that no worker has taken
	done     int
	err      error
	failedAt int // run that err is of
}

// work runs chunk after chunk. A chunk that was taken is run to its end even
// where a later one has failed, so that the first failure of the grid is the one
// reported, whichever worker met one first.
func (s *sweep) work() {
	for {
		from, to := s.take()
		if from == to {
			return
		}
		for i := from; i < to; i++ {
			if s.ctx.Err() != nil {
				return
			}
			if err := s.run(i); err != nil {
				s.fail(i, err)
				return
			}
		}
		s.finish(to - from)
	}
}

func (s *sweep) take() (from, to int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	from = s.next
	if s.err != nil {
		return from, from
	}
	s.next = min(from+s.chunk, len(s.points))
	return from, s.next
}

func (s *sweep) finish(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done += n
	if s.options.Progress != nil {
		s.options.Progress(s.done, len(s.points))
	}
}

func (s *sweep) fail(i int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i < s.failedAt {
		s.failedAt, s.err = i, err
	}
}

func (s *sweep) run(i int) error {
	c := s.base
	values := make([]float64, len(s.axes))
	for rest, k := i, len(s.axes)-1; k >= 0; k-- {
		vs := s.axes[k].Values
		values[k] = vs[rest%len(vs)]
		rest /= len(vs)
	}
	for k, a := range s.axes {
		if err := a.Parameter.Set(&c, values[k]); err != nil {
			return fmt.Errorf("run %d (%s): %w", i+1, s.describe(values), err)
		}
	}
	sum, err := summarise(c)
	if err != nil {
		// Whoever asked for a grid knows its parameters and not the fields of a Config.
		return fmt.Errorf("run %d (%s): %s", i+1, s.describe(values), Words(err))
	}
	s.points[i] = Point{values, sum}
	return nil
}

func (s *sweep) describe(values []float64) string {
	var out string
	for k, a := range s.axes {
		if k > 0 {
			out += ", "
		}
		out += a.Parameter.Label() + " " + a.Parameter.Text(values[k])
	}
	return out
}
