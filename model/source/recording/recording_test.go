package recording

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"scaledeck/model"
)

// body is the answer to a range query: samples at 0, 10, 20 and 50 s.
const body = `{"status":"success","data":{"resultType":"matrix","result":[
{"metric":{"__name__":"vllm:kv_cache_usage_perc"},"values":[[1760000000,"0.4"],[1760000010,"NaN"],[1760000020,"0.9"],[1760000050,"0.7"]]},
{"metric":{"__name__":"ttft_p99"},"values":[[1760000000,"0.2"],[1760000010,"0.3"],[1760000020,"+Inf"],[1760000050,"0.4"]]}]}}`

func write(t *testing.T, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.json")
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// look returns the next snapshot as one line: number, the KV use of each sample,
// whether the file grows, the state of the feed.
func look(t *testing.T, p *Player) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	s, err := p.Next(ctx)
	if err != nil {
		return err.Error()
	}
	f := s.Files[0]
	line := fmt.Sprintf("%d %s", s.Seq, f.State)
	if set := f.Doc.Timelines(); set != nil {
		tl := &set.Timelines[0]
		for i := range tl.Len() {
			line += " " + tl.Seconds.At(i).Text(model.None) + "=" + tl.Column(model.KVUse).At(i).Text(model.None)
		}
	}
	for _, i := range f.Issues {
		line += " !" + i.Message
	}
	if len(s.Feeds) != 1 || s.Feeds[0].Mode != model.Recorded || s.Feeds[0].Last != s.At || f.Grows == (s.Feeds[0].State == model.Ended) {
		t.Errorf("feeds %+v, grows %v", s.Feeds, f.Grows)
	}
	return line
}

func TestPlay(t *testing.T) {
	path := write(t, body)
	synctest.Test(t, func(t *testing.T) {
		begin := time.Now()
		p := Open(t.Context(), path, Options{MaxBytes: 1 << 20, Pace: 2})
		for _, step := range []struct {
			after time.Duration // of the start
			want  string
		}{
			{0, "1 live 0=0.4"},
			{5 * time.Second, "2 live 0=0.4 10=–"},
			{10 * time.Second, "3 live 0=0.4 10=– 20=0.9"},
			{25 * time.Second, "4 live 0=0.4 10=– 20=0.9 50=0.7"},
			{25 * time.Second, "EOF"},
		} {
			if got := look(t, p); got != step.want || time.Since(begin) != step.after {
				t.Errorf("after %v: %s\nwant %s after %v", time.Since(begin), got, step.want, step.after)
			}
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
}

// clock is a clock that does not go on until it is moved.
type clock struct {
	now   time.Time
	wake  chan time.Time
	waits chan time.Duration
}

func (c *clock) after(d time.Duration) <-chan time.Time {
	c.waits <- d
	return c.wake
}

// TestClock holds that a wake-up that comes late brings all that was due, and that
// samples that follow fast are brought together.
func TestClock(t *testing.T) {
	c := &clock{now: time.Unix(0, 0), wake: make(chan time.Time), waits: make(chan time.Duration)}
	p := Open(t.Context(), write(t, body), Options{MaxBytes: 1 << 20, Pace: 1000, Now: func() time.Time { return c.now }, After: c.after})
	for i, step := range []struct {
		wait, sleep time.Duration
		want        string
	}{
		{shortest, 10 * time.Millisecond, "1 live 0=0.4"},
		{shortest, 12 * time.Millisecond, "2 live 0=0.4 10=–"},
		{shortest, time.Second, "3 live 0=0.4 10=– 20=0.9"},
	} {
		if d := <-c.waits; d != step.wait {
			t.Errorf("step %d: waits %v, want %v", i, d, step.wait)
		}
		if got := look(t, p); got != step.want {
			t.Errorf("step %d: %s, want %s", i, got, step.want)
		}
		c.now = c.now.Add(step.sleep)
		c.wake <- c.now
	}
	if got := look(t, p); got != "4 live 0=0.4 10=– 20=0.9 50=0.7" {
		t.Errorf("last: %s", got)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestOnce(t *testing.T) {
	p := Open(t.Context(), write(t, body), Options{MaxBytes: 1 << 20, Once: true})
	for _, want := range []string{"1 live 0=0.4 10=– 20=0.9 50=0.7", "EOF"} {
		if got := look(t, p); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

// TestUnplayable holds that what cannot be played is a file that says why, and that
// it ends.
func TestUnplayable(t *testing.T) {
	pictures := t.TempDir()
	for _, tt := range []struct{ path, want string }{
		{write(t, `{"status":"error","errorType":"bad_data","error":"too many points"}`), "the server answered error: bad_data: too many points"},
		{write(t, `{"status":"success","data":{"resultType":"matrix","result":[]}}`), "0 series"},
		{write(t, body[:200]), "the file ends in the middle"},
		{write(t, ""), "empty"},
		{write(t, strings.Repeat(" ", 2000)), "more than 1000 bytes"},
		{filepath.Join(pictures, "none.json"), "there is no such file"},
		{pictures, "expected a file with a recording"},
	} {
		p := Open(t.Context(), tt.path, Options{MaxBytes: 1000})
		if got := look(t, p); !strings.HasPrefix(got, "1 unusable !") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %s", tt.want, got)
		}
		if _, err := p.Next(t.Context()); !errors.Is(err, io.EOF) {
			t.Errorf("%s: then %v, want io.EOF", tt.want, err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestCloseAndCancel(t *testing.T) {
	path := write(t, body)
	synctest.Test(t, func(t *testing.T) {
		p := Open(t.Context(), path, Options{MaxBytes: 1 << 20})
		look(t, p)
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		p = Open(ctx, path, Options{MaxBytes: 1 << 20})
		look(t, p)
		cancel()
		if _, err := p.Next(t.Context()); !errors.Is(err, context.Canceled) {
			t.Errorf("error = %v, want the end of the context", err)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
}

// TestClaims holds that a file is not held to claims of samples that are not played yet.
func TestClaims(t *testing.T) {
	tl := model.Timeline{PeakP99TTFT: model.Of(900), BreachWindows: model.Of(1), SLO: model.Of(500), Seconds: model.SeriesOf(0, 10),
		Breached: []model.Flag{model.FlagOf(false), model.FlagOf(true)}, Columns: []model.Column{{Metric: model.P99TTFT, Series: model.SeriesOf(100, 900)}}}
	doc := &model.Document{Parts: []model.Part{&model.Startup{}, &model.TimelineSet{Timelines: []model.Timeline{tl}}}}
	half, all := clip(doc, 5), clip(doc, 10)
	if len(half.Parts) != 1 || len(all.Parts) != 1 {
		t.Fatalf("%d and %d parts, want the timelines alone", len(half.Parts), len(all.Parts))
	}
	h, a := half.Timelines().Timelines[0], all.Timelines().Timelines[0]
	if h.PeakP99TTFT.OK() || h.BreachWindows.OK() || !h.SLO.OK() || h.Len() != 1 || len(h.Breached) != 1 || h.Column(model.P99TTFT).Len() != 1 {
		t.Errorf("half: %+v", h)
	}
	if !a.PeakP99TTFT.OK() || a.Len() != 2 || doc.Timelines().Timelines[0].Len() != 2 {
		t.Errorf("all: %+v", a)
	}
}
