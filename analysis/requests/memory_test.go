package requests

import (
	"bytes"
	"context"
	"io"
	"runtime"
	"runtime/debug"
	"testing"
)

// repeated is a file of a header and the same block of rows over and over, of
// any length without any memory.
type repeated struct {
	header, block []byte
}

func (r *repeated) ReadAt(p []byte, at int64) (int, error) {
	n := 0
	for n < len(p) {
		if i := at + int64(n); i < int64(len(r.header)) {
			n += copy(p[n:], r.header[i:])
		} else {
			n += copy(p[n:], r.block[(i-int64(len(r.header)))%int64(len(r.block)):])
		}
	}
	return n, nil
}

var _ io.ReaderAt = (*repeated)(nil)

// TestMemory holds that what is kept are the figures: two million requests of
// which few lie in the window need no more than the buffers, and of those in the
// window four bytes a figure and nothing for the rest of the row.
func TestMemory(t *testing.T) {
	var data bytes.Buffer
	if err := writeRequests(&data, 20_000); err != nil {
		t.Fatal(err)
	}
	header := len(requestHeader)
	file := &repeated{header: data.Bytes()[:header], block: data.Bytes()[header:]}
	const blocks = 100
	size := int64(header) + int64(blocks*len(file.block))
	for _, c := range []struct {
		name  string
		at    span
		limit uint64 // bytes of live heap beside the file's own
	}{
		{"few in the window", span{100, 100.5, 270}, 4 << 20},
		// 20 000 a block, nearly all of them 200s, a TTFT and a TPOT each.
		{"a third in the window", span{100, 190, 270}, blocks*20_000/3*2*4*11/10 + 4<<20},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer debug.SetGCPercent(debug.SetGCPercent(20))
			before := liveHeap()
			tab, err := openTable("r.csv", file, size)
			if err != nil {
				t.Fatal(err)
			}
			sum, err := readRequests(context.Background(), tab, cutting{workers: 2}, 0, func(int) span { return c.at })
			if err != nil {
				t.Fatal(err)
			}
			if sum.tally.rows != blocks*20_000 {
				t.Errorf("%d rows, expected %d", sum.tally.rows, blocks*20_000)
			}
			if kept := liveHeap() - before; kept > c.limit {
				t.Errorf("%d bytes are kept, expected at most %d", kept, c.limit)
			}
			runtime.KeepAlive(sum)
		})
	}
}

func liveHeap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestRowsDoNotAllocate holds that a request of a run and tenant that were there
// before costs no allocation: what there is grows with the chunks.
func TestRowsDoNotAllocate(t *testing.T) {
	allocations := func(rows int) float64 {
		var data bytes.Buffer
		if err := writeRequests(&data, rows); err != nil {
			t.Fatal(err)
		}
		return testing.AllocsPerRun(3, func() {
			tab, err := openTable("r.csv", bytes.NewReader(data.Bytes()), int64(data.Len()))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := readRequests(context.Background(), tab, cutting{workers: 1}, 0, func(int) span { return span{0, 1000, 270} }); err != nil {
				t.Fatal(err)
			}
		})
	}
	few, many := allocations(10_000), allocations(60_000)
	if perRow := (many - few) / 50_000; perRow > 0.02 {
		t.Errorf("%.4f allocations a row (%.0f and %.0f)", perRow, few, many)
	}
}
