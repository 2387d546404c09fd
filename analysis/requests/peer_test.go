package requests

import (
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"testing"

	"scaledeck/analysis"
)

var peerFile = flag.String("peer", "", "read this file with encoding/csv, for compare.sh")

// TestPeer does the work of the comparison with encoding/csv: p95 and p99 of the
// TTFT of the 200s by run and tenant.
func TestPeer(t *testing.T) {
	if *peerFile == "" {
		t.Skip("no file was named: compare.sh does")
	}
	f, err := os.Open(*peerFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.ReuseRecord = true
	columns := make(map[string]int)
	groups := make(map[string][]float64)
	for first := true; ; first = false {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if first {
			for i, name := range record {
				columns[name] = i
			}
			continue
		}
		if record[columns["http_status"]] != "200" {
			continue
		}
		v, err := strconv.ParseFloat(record[columns["ttft_ms"]], 64)
		if err != nil {
			t.Fatal(err)
		}
		key := record[columns["run_name"]] + "," + record[columns["tenant"]]
		groups[key] = append(groups[key], v)
	}
	for key, values := range groups {
		slices.Sort(values)
		p95, _ := analysis.Percentile(values, 0.95)
		p99, _ := analysis.Percentile(values, 0.99)
		fmt.Printf("%s,%.3f,%.3f\n", key, p95, p99)
	}
}
