package requests

import (
	"context"
	"runtime"
	"sync"
)

// tally is what came of a whole table.
type tally struct {
	rows int
	nbad int
	bad  []BadRow
}

// scan reads the whole table and gives each chunk's sink to merge, in order.
// merge must not keep the sink. It stops at the first error and when more rows
// are malformed than most, which the caller can tell from the tally.
func (t *table) scan(ctx context.Context, c cutting, most int, open func() sink, merge func(sink) error) (tally, error) {
	if c.chunk <= 0 {
		c.chunk = defaultChunk
	}
	if c.workers <= 0 {
		c.workers = runtime.GOMAXPROCS(0)
	}
	chunks := int((t.size - t.body + int64(c.chunk) - 1) / int64(c.chunk))
	m := merger{t: t, at: t.body, line: t.line, most: most, merge: merge, reader: newReader(t, c.chunk)}
	c.workers = min(c.workers, max(chunks, 1))
	if c.workers == 1 {
		p := &part{sink: open()}
		for k := 0; k < chunks && !m.full(); k++ {
			if err := ctx.Err(); err != nil {
				return m.tally, err
			}
			if _, end := m.reader.bounds(k); m.at >= end {
				continue
			}
			m.reader.read(k, m.at, p)
			if err := m.add(k, p); err != nil {
				return m.tally, err
			}
		}
		return m.tally, nil
	}
	return m.tally, m.parallel(ctx, c, chunks, open)
}

// done is what came of chunk k.
type done struct {
	k int
	p *part
}

// work reads chunks until there are no more. It takes its part before its chunk,
// so that the chunks in hand are always the next ones and the merger never waits
// for one that nobody has a part for.
func (m *merger) work(ctx context.Context, chunk int, free <-chan *part, jobs <-chan int, results chan<- done) {
	rd := newReader(m.t, chunk)
	for {
		select {
		case p := <-free:
			k, ok := <-jobs
			if !ok {
				return
			}
			rd.read(k, -1, p)
			results <- done{k, p}
		case <-ctx.Done():
			return
		}
	}
}

// parallel has the chunks read by several goroutines, a bounded number ahead of
// the one that is being merged.
func (m *merger) parallel(ctx context.Context, c cutting, chunks int, open func() sink) error {
	ctx, cancel := context.WithCancel(ctx)
	ahead := 2 * c.workers
	free := make(chan *part, ahead)
	jobs, results := make(chan int), make(chan done, ahead)
	for range ahead {
		free <- &part{sink: open()}
	}
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	all.Go(func() {
		defer close(jobs)
		for k := range chunks {
			select {
			case jobs <- k:
			case <-ctx.Done():
				return
			}
		}
	})
	for range c.workers {
		all.Go(func() { m.work(ctx, c.chunk, free, jobs, results) })
	}
	waiting := make(map[int]*part, ahead)
	for k := 0; k < chunks && !m.full(); {
		if p := waiting[k]; p != nil {
			delete(waiting, k)
			if err := m.add(k, p); err != nil {
				return err
			}
			free <- p
			k++
			continue
		}
		select {
		case d := <-results:
			waiting[d.k] = d.p
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// merger puts the parts together in order.
type merger struct {
	t      *table
	reader *reader
	at     int64 // where the next record begins
	line   int   // the line it begins on
	most   int
	merge  func(sink) error
	tally  tally
}

func (m *merger) full() bool { return m.tally.nbad > m.most }

// add adds the part of chunk k. Where the guess of where its first record begins
// was wrong, the chunk is read again from where it does.
func (m *merger) add(k int, p *part) error {
	if _, end := m.reader.bounds(k); m.at >= end {
		return nil // a record that began before reaches beyond the chunk
	}
	if p.err == nil && p.start != m.at {
		m.reader.read(k, m.at, p)
	}
	if p.err != nil {
		return p.err
	}
	for _, b := range p.bad {
		if len(m.tally.bad) < maxKept {
			b.Line += m.line
			m.tally.bad = append(m.tally.bad, b)
		}
	}
	m.tally.nbad += p.nbad
	m.tally.rows += p.rows
	m.at = p.next
	m.line += p.lines
	return m.merge(p.sink)
}
