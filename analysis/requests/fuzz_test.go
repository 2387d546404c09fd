package requests

import (
	"bytes"
	"context"
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"scaledeck/model/format/csvscan"
)

// cellsSink keeps the text of every cell of every record.
type cellsSink struct{ records [][]string }

func (s *cellsSink) reset() int {
	s.records = nil
	return 1
}

func (s *cellsSink) take(sc *csvscan.Scanner, r *csvscan.Record) (int, string) {
	cells := make([]string, r.N)
	for i := range cells {
		cells[i] = string(csvscan.Unquote(sc.Cell(r, i)))
	}
	s.records = append(s.records, cells)
	return absent, ""
}

// lose keeps the whole cells of a broken record: they too must not depend on how
// the file was cut.
func (s *cellsSink) lose(sc *csvscan.Scanner, r *csvscan.Record, whole int) {
	cells := []string{"broken"}
	for i := range whole {
		cells = append(cells, string(sc.Cell(r, i)))
	}
	s.records = append(s.records, cells)
}

// readAll returns every record after the header, as so many workers read it in
// chunks of so many bytes.
func readAll(t *testing.T, data []byte, c cutting) (header []string, records [][]string, sum tally, ok bool) {
	t.Helper()
	tab, err := openTable("t.csv", bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, nil, tally{}, false
	}
	sum, err = tab.scan(context.Background(), c, 1<<30, func() sink { return &cellsSink{} }, func(s sink) error {
		records = append(records, s.(*cellsSink).records...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tab.columns, records, sum, true
}

// assertAgrees holds the scanner against encoding/csv where both accept a file.
// In a file whose lines end with a carriage return alone, which encoding/csv does
// not know, the returns are put right for it first.
func assertAgrees(t *testing.T, data []byte) {
	t.Helper()
	_, got, sum, ok := readAll(t, data, cutting{workers: 1})
	if !ok || sum.nbad > 0 {
		return
	}
	plain := bytes.TrimPrefix(data, byteOrderMark)
	returns := csvscan.LineEnd(plain) == '\r'
	if returns {
		plain = bytes.ReplaceAll(bytes.ReplaceAll(plain, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	}
	want, err := csv.NewReader(bytes.NewReader(plain)).ReadAll()
	if err != nil || len(want) == 0 {
		return
	}
	if returns {
		// Inside quotes nobody says what such a file's line ends are worth.
		for _, record := range slices.Concat(want, got) {
			for i, cell := range record {
				record[i] = strings.Join(strings.FieldsFunc(cell, func(c rune) bool { return c == '\r' || c == '\n' }), "\n")
			}
		}
	}
	if d := cmp.Diff(want[1:], append([][]string{}, got...)); d != "" {
		t.Errorf("encoding/csv has (−), we have (+) of %q:\n%s", data, d)
	}
}

var scannerSeeds = []string{
	"a,b\n1,2\n", "a,b\r\n1,2\r\n", "a,b\r1,2\r", "\xef\xbb\xbfa,b\n1,2", "a,b\n\"1\n2\",3\n", "a,b\n\"x\"\"y\",\"\"\n",
	"a\n\n\r\n1\n\n", "a,b\n1,2\r", "a,b\n\"1\r\n2\",3\r\n", "a,b\n\"open,2\n3,4\n", "a,b\n1,x\"y\n3,4\n", "a,b\n\"1\"x,2\n3,4\n",
	"a,b\n1\r2,3\n", "a,b\n,\n", "a,b\n1\n1,2,3\n", "\"a\",\"b\"\n1,2\n", "a,b\n\"\r\",\"\n\"\n", "a\r\n\"\r\n\"\r\n", "a\r\"x\r\ny\"\r\n",
	"a,b\n1,2\n\"", "a\n\"\"\"\"\n", "a\n\"\"\"\n", "a,b\r\"1\n\",2\r", "0\r\r\n\"\r\r\n\"", "a\n,,\"", "a,b\n1,2,x\"y\n", " a , b \n 1 , 2 \n", "12345678,b\n12345678,12345678\n",
}

// FuzzScanner holds the scanner against encoding/csv, and against itself with
// the file cut into chunks of a few bytes for several workers.
func FuzzScanner(f *testing.F) {
	for _, s := range scannerSeeds {
		f.Add([]byte(s), uint8(3))
	}
	f.Fuzz(func(t *testing.T, data []byte, chunk uint8) {
		assertAgrees(t, data)
		// Each chunk is read with what a record may reach beyond it, so a long file
		// in chunks of a byte would only take long.
		assertUncut(t, data, cutting{workers: 3, chunk: int(chunk)%64 + 1 + len(data)/200})
	})
}

// assertUncut holds a cut reading against one from front to back.
func assertUncut(t *testing.T, data []byte, c cutting) {
	t.Helper()
	_, want, whole, ok := readAll(t, data, cutting{workers: 1, chunk: 1 << 20})
	if !ok {
		return
	}
	_, got, sum, _ := readAll(t, data, c)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("cut by %+v, %q reads otherwise:\n%s", c, data, d)
	}
	if d := cmp.Diff(whole, sum, cmp.AllowUnexported(tally{})); d != "" {
		t.Errorf("cut by %+v, %q has another tally:\n%s", c, data, d)
	}
}

// TestCutAnywhere tries files of quotes, commas and all kinds of line ends, many
// of them malformed, in every kind of cut.
func TestCutAnywhere(t *testing.T) {
	pieces := []string{"\"", "\"\"", ",", "\n", "\r\n", "\r", "1", "ab", "\"x\ny\"", "\"a,\r\nb\"\"\"", "1,2\n", "long cell without anything in it"}
	rapid.Check(t, func(r *rapid.T) {
		body := rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 60).Draw(r, "pieces")
		header := rapid.SampledFrom([]string{"a,b\n", "a,b\r\n", "a\n", "a,b\r"}).Draw(r, "header")
		data := []byte(header)
		for _, p := range body {
			data = append(data, p...)
		}
		c := cutting{workers: rapid.IntRange(1, 5).Draw(r, "workers"), chunk: rapid.IntRange(1, 40).Draw(r, "chunk")}
		assertUncut(t, data, c)
		assertAgrees(t, data)
	})
}

// TestLongRecords holds that a record over the limit and a quote that is never
// closed cost the rows they stand in and no more, wherever the file is cut.
func TestLongRecords(t *testing.T) {
	long := bytes.Repeat([]byte("x"), 3*csvscan.MaxRecord)
	for name, middle := range map[string][]byte{
		"long cell":              long,
		"long quoted cell":       slices.Concat([]byte(`"`), long, []byte(`"`)),
		"long cell with a quote": slices.Concat(long, []byte(`"`), long),
		"quote never closed":     []byte(`"`),
		"as long as it may be":   bytes.Repeat([]byte("x"), csvscan.MaxRecord-4),
	} {
		t.Run(name, func(t *testing.T) {
			data := slices.Concat([]byte("a,b\n1,2\n"), middle, []byte(",3\n"), bytes.Repeat([]byte("4,5\n"), 40000))
			_, records, sum, _ := readAll(t, data, cutting{workers: 1})
			bad := 1
			if name == "as long as it may be" {
				bad = 0
			}
			if sum.nbad != bad || len(records) != 40002 || sum.rows != 40002 {
				t.Errorf("%d records, %d of %d malformed, expected %d malformed of 40002", len(records), sum.nbad, sum.rows, bad)
			}
			if bad == 1 && sum.bad[0].Line != 3 {
				t.Errorf("malformed in line %d, expected 3", sum.bad[0].Line)
			}
			for _, c := range []cutting{{3, 1000}, {2, csvscan.MaxRecord}, {4, 4096}, {1, 777}} {
				_, got, cut, _ := readAll(t, data, c)
				if !slices.EqualFunc(got, records, slices.Equal) || !cmp.Equal(sum, cut, cmp.AllowUnexported(tally{})) {
					t.Errorf("cut by %+v it reads otherwise: %+v, %+v", c, cut, sum)
				}
			}
		})
	}
}
