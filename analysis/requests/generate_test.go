package requests

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// The comparison with other tools, compare.sh, has the evidence written by the
// test binary.
var (
	evidenceDir  = flag.String("evidence", "", "write generated evidence to this directory")
	evidenceRows = flag.Int("rows", 2_400_000, "rows of the generated evidence")
)

const requestHeader = "run_name,model_replicas,repeat,request_number,tenant,priority,http_status,planned_arrival_seconds,actual_send_seconds,send_lag_ms," +
	"ttft_ms,e2e_latency_ms,prompt_tokens,completion_tokens,tpot_ms_per_token,timeout,error_class,retry_count,token_count_source,dropped_reason,retry_after_seconds\n"

// writeRequests writes so many requests of nine runs at one, two and four
// replicas, in proportion to the replicas: the same ones each time. One in five
// is of the standard tenant, one in two hundred a 429.
func writeRequests(w io.Writer, rows int) error {
	b := bufio.NewWriterSize(w, 1<<20)
	random := rand.New(rand.NewPCG(18, 270))
	_, _ = b.WriteString(requestHeader) // an error stays until Flush
	var line []byte
	fixed := func(v float64) { line = append(strconv.AppendFloat(line, v, 'f', 6, 64), ',') }
	whole := func(v int) { line = append(strconv.AppendInt(line, int64(v), 10), ',') }
	written := 0
	for run := range 9 {
		replicas, repeat := 1<<(run/3), run%3+1
		n := rows * replicas / 21
		if run == 8 {
			n = rows - written
		}
		for i := range n {
			line = fmt.Appendf(line[:0], "%d model replicas - repeat %d,%d,%d,%d,", replicas, repeat, replicas, repeat, i+1)
			standard := random.IntN(5) == 0
			ok := random.IntN(200) != 0
			arrival := 270 * (float64(i) + random.Float64()) / float64(n)
			if lag := random.Float64() * 0.002; standard {
				line = append(line, "standard-long-context,0,"...)
				line = statusOf(line, ok)
				fixed(arrival)
				fixed(arrival + lag)
			} else {
				line = append(line, "realtime-chat,100,"...)
				line = statusOf(line, ok)
				fixed(arrival)
				fixed(arrival + lag)
			}
			line = append(line, "1.045,"...)
			if ok {
				ttft := 40 + 300*random.ExpFloat64()
				fixed(ttft)
				fixed(ttft + 600 + 900*random.Float64())
				whole(1023)
				whole(128)
				fixed(6 + 12*random.Float64())
				line = append(line, "false,,0,guidellm_response,,\n"...)
			} else {
				line = append(line, ",150.013924,1024,,,false,guidellm_error,0,guidellm_response,,\n"...)
			}
			_, _ = b.Write(line)
		}
		written += n
	}
	return b.Flush()
}

func statusOf(line []byte, ok bool) []byte {
	if ok {
		return append(line, "200,"...)
	}
	return append(line, "429,"...)
}

const generatedConfig = `{"traffic": {"scenarios": [{"name": "all", "duration_s": 270, "analysis_windows": [{"name": "burst", "start_s": 100, "end_s": 190}]}]}}`

// TestWriteEvidence writes the evidence for compare.sh.
func TestWriteEvidence(t *testing.T) {
	if *evidenceDir == "" {
		t.Skip("no directory was named: compare.sh does")
	}
	f, err := os.Create(filepath.Join(*evidenceDir, "request-results.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if err := writeRequests(f, *evidenceRows); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*evidenceDir, "run-config.json"), []byte(generatedConfig), 0o644); err != nil {
		t.Fatal(err)
	}
}
