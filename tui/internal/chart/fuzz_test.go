package chart

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"scaledeck/tui/internal/theme"
)

// feed reads numbers out of fuzzed bytes; past the end it reads zeros.
type feed []byte

func (f *feed) byte() byte {
	if len(*f) == 0 {
		return 0
	}
	b := (*f)[0]
	*f = (*f)[1:]
	return b
}

// float reads a small number, a special one, or any eight bytes.
func (f *feed) float() float64 {
	switch b := f.byte(); b {
	case 0xff:
		return math.NaN()
	case 0xfe:
		return math.Inf(1)
	case 0xfd:
		return math.Inf(-1)
	case 0xfc, 0xfb, 0xfa:
		var raw [8]byte
		for i := range raw {
			raw[i] = f.byte()
		}
		return math.Float64frombits(binary.LittleEndian.Uint64(raw[:]))
	default:
		return float64(int8(b)) / 4
	}
}

func (f *feed) floats() []float64 {
	out := make([]float64, f.byte())
	for i := range out {
		out[i] = f.float()
	}
	return out
}

func (f *feed) axis() Axis {
	flags := f.byte()
	return Axis{Min: f.float(), Max: f.float(), Log: flags&1 > 0, Hide: flags&2 > 0}
}

func FuzzRender(f *testing.F) {
	f.Add(60, 10, []byte{2, 9, 0, 0, 40, 1, 4, 200, 3, 1, 2, 3, 3, 4, 5, 6}, "reactive")
	f.Add(-5, 3, []byte{0xff, 0xfe, 0xfd}, "")
	f.Add(300, 300, []byte{0, 0, 1, 0xfc, 1, 2, 3, 4, 5, 6, 7, 0x7f, 0xff, 3, 9, 0xfe, 1, 0xfd}, "世界\x1b[2J")
	f.Fuzz(func(t *testing.T, w, h int, data []byte, name string) {
		w, h = (w%306+306)%306-5, (h%306+306)%306-5
		in := feed(data)
		s := Spec{Width: w, Height: h, Mode: Mode(in.byte()), Gutter: int(int8(in.byte()))}
		flags := in.byte()
		s.HasPlayhead, s.HasUntil, s.TimeAxis = flags&1 > 0, flags&2 > 0, flags&4 > 0
		s.X, s.Y, s.Playhead, s.Until, s.Gap = in.axis(), in.axis(), in.float(), in.float(), in.float()
		samples := 0
		for range flags >> 6 {
			kind := in.byte()
			one := Series{Name: name, Y: in.floats(), Token: theme.Token(in.byte()), Dashed: kind&1 > 0, Step: kind&2 > 0, Faint: kind&4 > 0}
			if kind&8 > 0 {
				one.X = in.floats()
			}
			s.Series = append(s.Series, one)
			samples += one.len()
		}
		s.Rules = []Rule{{Y: in.float(), Band: flags&8 > 0, To: in.float(), Label: name}}
		s.Marks = []Mark{{X: in.float(), Label: name}, {X: in.float(), Glyph: rune(in.byte()), Label: "+2"}}
		th := theme.None(flags&16 > 0)
		lines, work := render(th, s)
		exact(t, lines, w, h)
		// A sample draws at most one stroke down its column and two lines to the
		// next one, each no longer than both sides of the plot.
		if most := samples * (5*4*max(h, 1) + 4*2*max(w, 1) + 8); work > most {
			t.Fatalf("%d dots for %d samples in %d×%d", work, samples, w, h)
		}
		for _, y := range s.Series {
			for _, row := range []string{
				Spark(th, y.Token, y.Y, w, s.Y.Min, s.Y.Max, s.Mode),
				SparkOver(th, y.Token, y.Y, w, s.Y.Min, s.Y.Max, s.Rules[0].Y, s.Mode),
			} {
				if got := ansi.StringWidth(row); got != max(w, 0) {
					t.Fatalf("spark of %d cells, want %d", got, w)
				}
			}
		}
	})
}
