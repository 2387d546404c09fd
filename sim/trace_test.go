package sim

import (
	"bytes"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"scaledeck/model"

	"github.com/google/go-cmp/cmp"
)

func TestReadTrace(t *testing.T) {
	tests := []struct {
		name string
		csv  string
		want Trace
	}{
		{"plain", "sec,demand_tokens\n0,48000\n20,52000\n40,74000\n", Trace{Interval: 20, Demand: []float64{48000, 52000, 74000}}},
		{"names in any case and order, other columns", "note,Demand,TIME\na,1,100\nb,2,105\n", Trace{Interval: 5, Demand: []float64{1, 2}}},
		{"semicolons, quotes, byte order mark, CRLF", "\xef\xbb\xbf\"t\";\"x;y\";\"demand\"\r\n\"0\";\"a;b\";\"1\"\r\n1;;2\r\n", Trace{Interval: 1, Demand: []float64{1, 2}}},
		{"tabs, comment, blank line, no last line end", "# load\nseconds\tdemand\n\n0\t1\n# half\n0.5\t2", Trace{Interval: 0.5, Demand: []float64{1, 2}}},
		{"one row leaves the interval unknown", "t,demand\n7,5\n", Trace{Demand: []float64{5}}},
		{"times in few decimals: the mean step", "t,demand\n0,1\n3.33,1\n6.67,1\n10,1\n", Trace{Interval: 10.0 / 3, Demand: []float64{1, 1, 1, 1}}},
		{"zero is a demand", "t,demand\n0,0\n1,0\n", Trace{Interval: 1, Demand: []float64{0, 0}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ReadTrace(strings.NewReader(tt.csv))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("trace (-want +got):\n%s", d)
			}
		})
	}
}

func TestReadTraceErrorsNameTheLine(t *testing.T) {
	tests := []struct{ name, csv, want string }{
		{"empty", "", "it is empty"},
		{"white space", "\n \n", "it is empty"},
		{"header only", "t,demand\n", "no rows under the header"},
		{"no time", "x,demand\n0,1\n", "line 1: no column sec, seconds, time or t"},
		{"no demand", "# c\nt,load\n0,1\n", "line 2: no column demand or demand_tokens"},
		{"two times", "t,time,demand\n0,0,1\n", `line 1: column 2, "time", is a second one`},
		{"out of order", "t,demand\n0,1\n20,1\n10,1\n", "line 4: time 10 is not after 20"},
		{"twice", "t,demand\n0,1\n0,1\n", "line 3: time 0 is not after 0"},
		{"gap", "t,demand\n0,1\n20,1\n40,1\n100,1\n", "line 5: time 100 is 60 s after the row before, and the steps are 20 s"},
		{"not a number", "t,demand\n0,many\n", `line 2: demand: "many" is not a number`},
		{"NaN", "t,demand\n0,NaN\n", `line 2: demand: "NaN" is not between 0`},
		{"infinite time", "t,demand\ninf,1\n", `line 2: time: "inf" is not between`},
		{"negative", "t,demand\n0,-1\n", `line 2: demand: "-1" is not between 0`},
		{"missing is not zero", "t,demand\n0,\n", "line 2: demand is empty"},
		{"short row", "t,demand\n0,1\n20\n", "line 3: the row ends before"},
		{"no line ends", "t,demand\n" + strings.Repeat("9", maxTraceLine+1), "line 2: longer than 65536 bytes"},
		{"control characters are escaped", "t,demand\n0,\x1b[31m\n", `line 2: demand: "\x1b[31m" is not a number`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := ReadTrace(strings.NewReader(tt.csv)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v does not say %q", err, tt.want)
			}
		})
	}
	broken := io.MultiReader(strings.NewReader("t,demand\n0,1\n"), fullDisk{})
	if _, err := ReadTrace(broken); err == nil || !strings.Contains(err.Error(), "line 3: the disk is full") {
		t.Errorf("error %v does not carry the reader's", err)
	}
}

func (fullDisk) Read([]byte) (int, error) { return 0, errFull }

func TestReadTraceEvery(t *testing.T) {
	tests := []struct {
		name     string
		csv      string
		interval float64
		want     Trace
	}{
		{"equal steps stay", "t,demand\n5,1\n15,2\n25,3\n", 10, Trace{Interval: 10, Demand: []float64{1, 2, 3}}},
		{"a gap is held and counted", "t,demand\n0,1\n10,2\n40,3\n", 10, Trace{Interval: 10, Demand: []float64{1, 2, 2, 2, 3}, Held: 2}},
		{"of several rows the last before counts", "t,demand\n0,1\n4,2\n9,3\n12,4\n20,5\n", 10, Trace{Interval: 10, Demand: []float64{1, 3, 5}}},
		{"what comes after the last moment is left", "t,demand\n0,1\n10,2\n15,3\n", 10, Trace{Interval: 10, Demand: []float64{1, 2}}},
		{"finer than the rows", "t,demand\n0,1\n10,2\n", 5, Trace{Interval: 5, Demand: []float64{1, 1, 2}, Held: 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ReadTraceEvery(strings.NewReader(tt.csv), tt.interval)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("trace (-want +got):\n%s", d)
			}
		})
	}
	for _, tt := range []struct {
		csv      string
		interval float64
		want     string
	}{
		{"t,demand\n0,1\n", 0, "interval: 0 s"},
		{"t,demand\n0,1\n", math.NaN(), "interval: NaN s"},
		{"t,demand\n5,1\n4,1\n", 1, "line 3: time 4 is not after 5"},
		{"t,demand\n0,1\n1e17,1\n", 1, "line 3: time 1e+17 is more than 20000000 intervals after the first"},
		{"t,demand\n", 1, "no rows"},
	} {
		if _, err := ReadTraceEvery(strings.NewReader(tt.csv), tt.interval); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v does not say %q", err, tt.want)
		}
	}
}

func TestTraceFromNamesTheSample(t *testing.T) {
	timeline := func(seconds, demand model.Series) *model.Timeline {
		tl := &model.Timeline{Pointer: "/autoscaling_comparison/x", Seconds: seconds}
		tl.Set(model.Demand, demand)
		return tl
	}
	var holed model.Series
	holed.Append(model.Of(1))
	holed.Append(model.Missing(model.Null))
	for want, tl := range map[string]*model.Timeline{
		"no samples": nil,
		"/autoscaling_comparison/x/timeline/1: the demand is null":         timeline(model.SeriesOf(0, 20), holed),
		"/autoscaling_comparison/x/timeline/1: the time is null":           timeline(holed, model.SeriesOf(1, 1)),
		"/autoscaling_comparison/x/timeline/0: the demand is out of range": timeline(model.SeriesOf(0, 20), model.SeriesOf(-1, 1)),
		"/autoscaling_comparison/x/timeline/2: time 50 is 30 s after":      timeline(model.SeriesOf(0, 20, 50), model.SeriesOf(1, 1, 1)),
	} {
		if _, err := TraceFrom(tl); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}

func TestReadTraceAllocatesLessThanOnceARow(t *testing.T) {
	csv := longCSV(20_000)
	// The demand doubles its room some twenty times; the rows add nothing.
	if n := testing.AllocsPerRun(3, func() {
		if _, err := ReadTrace(bytes.NewReader(csv)); err != nil {
			t.Fatal(err)
		}
	}); n > 100 {
		t.Errorf("20 000 rows allocate %v times, at most 100", n)
	}
}

func FuzzReadTrace(f *testing.F) {
	f.Add([]byte("sec,demand\n0,1\n20,2\n"), 20.0)
	f.Add([]byte("t;demand\n\"0\";\"1\n"), 0.1)
	f.Add([]byte("t,demand\n0,1e309\n"), 1e-300)
	f.Fuzz(func(t *testing.T, b []byte, interval float64) {
		for _, read := range []func() (Trace, error){
			func() (Trace, error) { return ReadTrace(bytes.NewReader(b)) },
			func() (Trace, error) {
				// A fine interval over a long gap is many figures by right; it is
				// bounded elsewhere and would only slow the fuzzing down.
				return ReadTraceEvery(bytes.NewReader(b), max(interval, 1e16))
			},
		} {
			tr, err := read()
			if err != nil {
				continue
			}
			if len(tr.Demand) == 0 || tr.Interval < 0 || (len(tr.Demand) > 1 && tr.Interval == 0) {
				t.Fatalf("trace without error: %+v", tr)
			}
			c := ReferenceLeading().WithTrace(tr)
			if tr.Interval == 0 {
				c.Interval = 20
			}
			if c.Interval <= maxSecondsOfConfig {
				mustRun(t, c)
			}
		}
	})
}

func longCSV(rows int) []byte {
	var b []byte
	b = append(b, "sec,demand_tokens\n"...)
	ref := referenceDemand()
	for i := range rows {
		b = strconv.AppendInt(b, int64(20*i), 10)
		b = append(b, ',')
		b = strconv.AppendFloat(b, ref[i%len(ref)], 'f', -1, 64)
		b = append(b, '\n')
	}
	return b
}

func BenchmarkReadTraceMillion(b *testing.B) {
	csv := longCSV(1_000_000)
	b.SetBytes(int64(len(csv)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadTrace(bytes.NewReader(csv)); err != nil {
			b.Fatal(err)
		}
	}
}
