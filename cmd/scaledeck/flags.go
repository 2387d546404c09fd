package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/model/source"
	"scaledeck/tui"
)

// readFlags say what is read and how it is judged.
type readFlags struct {
	maxSize string
	depth   int
	poll    time.Duration
	pace    float64
	slo     string
	limits  []string
	policy  string
	strict  bool
}

func (r *readFlags) register(cmd *cobra.Command) {
	group(cmd.Flags(), "Reading", func() { r.registerReading(cmd.Flags()) })
	group(cmd.Flags(), "Judging", func() { r.registerJudging(cmd.Flags()) })
	completeFiles(cmd, "policy", "yaml", "yml")
}

func (r *readFlags) registerReading(f *pflag.FlagSet) {
	usual := source.Defaults().Files
	f.StringVar(&r.maxSize, "max-size", fmt.Sprintf("%dMiB", usual.MaxBytes>>20), "largest `SIZE` of a file that is read")
	f.IntVar(&r.depth, "depth", usual.MaxDepth, "levels of directories to look into")
	f.DurationVar(&r.poll, "poll", 0, "look for changes every `INTERVAL` instead of waiting for events")
	f.Float64Var(&r.pace, "pace", 1, "play a replay:FILE so many times as fast as it was recorded")
}

func (r *readFlags) registerJudging(f *pflag.FlagSet) {
	f.StringVar(&r.slo, "slo", "", "p99 TTFT objective, such as 500ms, instead of what the files state")
	f.StringArrayVar(&r.limits, "limit", nil, "judge by another limit, `RULE=NUMBER`, such as canary.tpot-regression=8; repeatable")
	f.StringVar(&r.policy, "policy", "", "judge by the rules of this `FILE`, YAML; scaledeck policy explains it")
	f.BoolVar(&r.strict, "strict", false, "a gate whose figure is not in the file makes the verdict UNDECIDED")
}

// judge returns the options for analysis.
func (r *readFlags) judge() (analysis.Options, error) {
	o := analysis.Options{Strict: r.strict}
	var err error
	if o.Policy, err = readPolicy(r.policy); err != nil {
		return o, err
	}
	if r.slo != "" {
		ms, err := parseMilliseconds(r.slo)
		if err != nil || ms <= 0 || !model.Of(ms).OK() {
			return o, usagef("--slo %s: expected a duration over zero, such as 500ms or 0.5s", r.slo)
		}
		o.SLO = model.Of(ms)
	}
	for _, l := range r.limits {
		id, value, ok := strings.Cut(l, "=")
		v, err := strconv.ParseFloat(value, 64)
		if !ok || err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return o, usagef("--limit %s: expected RULE=NUMBER", l)
		}
		if _, known := o.Policy.Rule(id); !known {
			return o, usagef("--limit %s: there is no rule %s; the rules are %s", l, id, strings.Join(ruleIDs(o.Policy), ", "))
		}
		if o.Limits == nil {
			o.Limits = make(map[string]float64)
		}
		o.Limits[id] = v
	}
	return o, nil
}

func ruleIDs(p analysis.Policy) []string {
	var ids []string
	for _, r := range p.Rules {
		ids = append(ids, r.ID)
	}
	return ids
}

// source returns the options for opening sources.
func (r *readFlags) source() (o source.Options, err error) {
	size, err := parseSize(r.maxSize)
	if err != nil {
		return o, usagef("--max-size %s: %w", r.maxSize, err)
	}
	if r.depth < 0 {
		return o, usagef("--depth %d: expected zero or more", r.depth)
	}
	if r.poll < 0 || r.poll > 0 && r.poll < 50*time.Millisecond {
		return o, usagef("--poll %v: expected 50ms or more", r.poll)
	}
	if !(r.pace > 0) || math.IsInf(r.pace, 0) {
		return o, usagef("--pace %v: expected more than zero", r.pace)
	}
	o.Pace = r.pace
	f := &o.Files
	if f.MaxDepth = r.depth; r.depth == 0 {
		f.MaxDepth = -1 // 0 is the default there
	}
	f.MaxBytes, f.Poll, f.ForcePoll = size, r.poll, r.poll > 0
	return o, nil
}

// showFlags say how the console starts.
type showFlags struct {
	screen string
	at     string
	play   bool
	speed  float64
	loop   bool
	theme  string
	ascii  bool
	chart  string
	sync   bool
	fps    int

	set *pflag.FlagSet
}

func (s *showFlags) register(cmd *cobra.Command) {
	s.set = cmd.Flags()
	group(s.set, "Console", func() { s.registerAll(s.set) })
	complete(cmd, "screen", tui.ScreenNames())
	complete(cmd, "theme", themes)
	complete(cmd, "chart", charts)
}

// The values of flags that take one of a few.
var (
	themes = []string{"auto", "dark", "light", "none"}
	charts = []string{"auto", "braille", "blocks"}
)

func (s *showFlags) registerAll(f *pflag.FlagSet) {
	f.StringVar(&s.screen, "screen", "", "open on this screen: "+strings.Join(tui.ScreenNames(), ", "))
	f.StringVar(&s.at, "at", "", "replay position to open at, such as 80s or 1:20; without it the first breach")
	f.BoolVar(&s.play, "play", false, "start the replay")
	f.Float64Var(&s.speed, "speed", 1, "replay speed, 0.25 to 64")
	f.BoolVar(&s.loop, "loop", false, "start the replay again at its end")
	f.StringVar(&s.theme, "theme", "auto", list(themes))
	f.BoolVar(&s.ascii, "ascii", false, "write ASCII only; without the flag the locale decides")
	f.StringVar(&s.chart, "chart", "auto", "draw charts with braille or blocks; auto takes blocks on a Linux console")
	f.BoolVar(&s.sync, "sync", false, "show each frame at once (synchronised output) without asking the terminal")
	f.IntVar(&s.fps, "fps", tui.DefaultFPS, "most frames a second, 1 to 60")
}

// options returns the console's options, all but its source.
func (s *showFlags) options(t *terminal) (tui.Options, error) {
	o := tui.Options{Screen: s.screen, Play: s.play, Speed: s.speed, Loop: s.loop, Theme: s.theme, Sync: s.sync, FPS: s.fps, At: -1}
	if s.screen != "" && !slices.Contains(tui.ScreenNames(), strings.ToLower(s.screen)) {
		return o, usagef("--screen %s: the screens are %s", s.screen, strings.Join(tui.ScreenNames(), ", "))
	}
	if (s.play || s.at != "") && s.screen == "" {
		o.Screen = "replay"
	}
	if s.at != "" {
		at, err := parseClock(s.at)
		if err != nil {
			return o, usagef("--at %s: expected seconds or a clock such as 80s, 80 or 1:20", s.at)
		}
		o.At = at
	}
	if s.speed < 0.25 || s.speed > 64 || math.IsNaN(s.speed) {
		return o, usagef("--speed %v: expected 0.25 to 64", s.speed)
	}
	if !slices.Contains(themes, s.theme) {
		return o, usagef("--theme %s: expected %s", s.theme, list(themes))
	}
	if s.fps < 1 || s.fps > 60 {
		return o, usagef("--fps %d: expected 1 to 60", s.fps)
	}
	o.Background = t.background()
	if t.noColor() && s.theme == "auto" {
		o.Theme = "none"
	}
	if !slices.Contains(charts, s.chart) {
		return o, usagef("--chart %s: expected %s", s.chart, list(charts))
	}
	// The font of the Linux console has no braille.
	o.Blocks = s.chart == "blocks" || s.chart == "auto" && t.env("TERM") == "linux"
	o.ASCII = s.ascii
	if !s.set.Changed("ascii") {
		o.ASCII = !t.utf8()
	}
	return o, nil
}

// parseMilliseconds reads a duration with a unit, or a bare number of milliseconds.
func parseMilliseconds(s string) (float64, error) {
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		return v, nil
	}
	d, err := time.ParseDuration(s)
	return float64(d) / float64(time.Millisecond), err
}

// parseClock reads a replay position in seconds: 80, 80s, 1m20s or 1:20.
func parseClock(s string) (float64, error) {
	if m, sec, ok := strings.Cut(s, ":"); ok {
		minutes, err1 := strconv.ParseUint(m, 10, 32)
		seconds, err2 := strconv.ParseFloat(sec, 64)
		if err1 != nil || err2 != nil || seconds < 0 || seconds >= 60 {
			return 0, fmt.Errorf("not a clock: %q", s)
		}
		return float64(minutes)*60 + seconds, nil
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		d, derr := time.ParseDuration(s)
		if derr != nil {
			return 0, fmt.Errorf("not a duration: %w", derr)
		}
		v = d.Seconds()
	}
	if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
		return 0, fmt.Errorf("not a position: %q", s)
	}
	return v, nil
}

// sizeUnits are the suffixes that --max-size takes.
var sizeUnits = []struct {
	suffix string
	bytes  int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1}, {"", 1}}

// parseSize reads a size such as 64MiB.
func parseSize(s string) (int64, error) {
	for _, u := range sizeUnits {
		number, ok := strings.CutSuffix(s, u.suffix)
		if !ok {
			continue
		}
		v, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		if err != nil || v <= 0 || v > math.MaxInt64/u.bytes {
			break
		}
		return v * u.bytes, nil
	}
	return 0, fmt.Errorf("expected a size such as 64MiB")
}
