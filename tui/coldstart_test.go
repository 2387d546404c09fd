package tui

import (
	"slices"
	"strings"
	"testing"

	"scaledeck/analysis"
	"scaledeck/model"
	"scaledeck/tui/internal/view"
)

// TestColdStartFrame holds the demo's two profiles: 75 + 35 + 70 = 180 s and
// 4 + 6 + 12 = 22 s, 8.18 times shorter; 75 of 180 is 41.7 %, 12 of 22 is 54.5 %.
func TestColdStartFrame(t *testing.T) {
	r := onScreen(t, "Cold start", 80, 24, demoFiles(t)...)
	frame := r.Frame()
	wants(t, frame, "180 s → 22 s, 8.2× shorter", "SIMULATED", "−158 s, 8.2× shorter",
		"▶ unoptimized_container_and_safetensors_init", "pre_pulled_image_plus_object_memory_tensor_stream")
	wants(t, flat(frame), "a replica asked for at 40 s was ready at 220 s; the surge peaked at 120 s")
	for _, want := range [][]string{
		{"node_alloc_and_image_pull", "75 s", "41.7 %"},
		{"remote_weight_download_and_mmap", "70 s", "38.9 %"},
		{"warm_container_init", "4 s", "18.2 %", "−71 s"},
		{"cuda_graph_cache_restore", "6 s", "27.3 %", "−29 s"},
		{"direct_nvme_or_rdma_tensor_stream", "12 s", "54.5 %", "−58 s"},
	} {
		wants(t, rowOf(frame, want[0]), want[1:]...)
	}
}

// TestColdStartNamesStayWhole holds that a long name is never cut at the sizes
// that people are paged on.
func TestColdStartNamesStayWhole(t *testing.T) {
	for _, size := range []struct{ w, h int }{{60, 15}, {80, 24}, {120, 36}} {
		r := onScreen(t, "Cold start", size.w, size.h, demoFiles(t)...)
		wants(t, r.Frame(), "unoptimized_container_and_safetensors_init", "pre_pulled_image_plus_object_memory_tensor_stream", "−158 s")
	}
}

func TestColdStartExplain(t *testing.T) {
	r := onScreen(t, "Cold start", 160, 40, demoFiles(t)...)
	r.Press("enter")
	wants(t, r.Frame(), "= 180 s, the sum of 3 phases", "file says", "node_alloc_and_image_pull: 75 s, 41.7 %", "SIMULATED",
		"autoscaling-canary.json /cold_start_breakdown_seconds/unoptimized_container_and_safetensors_init")
	r.Press("esc", "G", "enter")
	wants(t, r.Frame(), "3 of 3 of pre_pulled_image_plus_object_memory_tensor_stream", "12 s", "54.5 % of 22 s",
		"remote_weight_download_and_mmap 70 s in unoptimized", "+58 s there", "no phase has the same name in both",
		"/cold_start_breakdown_seconds/pre_pulled_image_plus_object_memory_tensor_stream/direct_nvme_or_rdma_tensor_stream")
	r.Press("esc", "k", "k", "k", "enter")
	wants(t, r.Frame(), "158 s against unoptimized_container_and_safetensors_init, 8.2× shorter")
}

// TestColdStartMissing: a phase without a figure leaves its profile without a
// total, shares and saving, and a wrong claim is marked.
func TestColdStartMissing(t *testing.T) {
	const text = `{"cold_start_breakdown_seconds": {
	 "whole": {"pull": 60, "load": 40, "total_seconds": 90},
	 "holed": {"pull": 5, "load": null, "total_seconds": 5},
	 "bare": {"total_seconds": 7}}}`
	r := onScreen(t, "Cold start", 80, 24, file(t, "holed.json", []byte(text)))
	frame := r.Frame()
	wants(t, rowOf(frame, "whole"), "≠ file says 90 s")
	wants(t, frame, "– 1 unknown", "no phases")
	lacks(t, frame, "0 s  0 %", "SIMULATED", "shorter")
	row := rowOf(frame, "null")
	wants(t, row, "load", "–")
	lacks(t, row, "0 s", "%")
	r.Press("down", "down", "down", "enter")
	wants(t, flat(r.Frame()), "load: – (null)", "1 phase of 2 without a figure would pass for a shorter start")
}

func TestColdStartFilesAndFilter(t *testing.T) {
	other := file(t, "b.json", []byte(`{"cold_start_breakdown_seconds": {"slow": {"pull": 30, "total_seconds": 30}, "fast": {"pull": 10, "total_seconds": 10}}}`))
	r := onScreen(t, "Cold start", 80, 24, append(demoFiles(t), other)...)
	wants(t, r.Frame(), "1 of 2 files", "unoptimized")
	r.Press("f")
	wants(t, r.Frame(), "2 of 2 files", "30 s → 10 s", "slow")
	r.Press("/", "f", "a", "s", "t", "enter")
	wants(t, r.Frame(), "▶ fast", "−20 s, 3× shorter")
	lacks(t, r.Frame(), "slow ")
	r.Press("esc", "f")
	wants(t, r.Frame(), "1 of 2 files")
	r.Press("y")
	wants(t, r.Frame(), "cold start")
}

// TestColdStartKeepsItsPlace: a reload keeps the selected phase, wherever its
// profile then stands.
func TestColdStartKeepsItsPlace(t *testing.T) {
	const before = `{"cold_start_breakdown_seconds": {"a": {"pull": 30, "load": 5}, "b": {"pull": 10, "load": 2}}}`
	const after = `{"cold_start_breakdown_seconds": {"a": {"pull": 30, "load": 5}, "b": {"pull": 90, "load": 2}}}`
	first, second := file(t, "x.json", []byte(before)), file(t, "x.json", []byte(after))
	r := run(t, options(), 80, 24)
	r.Send(judgedMsg(first))
	r.Press(tabOf(t, "Cold start"), "G")
	wants(t, rowOf(r.Frame(), "▶"), "load", "2 s")
	r.Send(judgedMsg(second))
	wants(t, rowOf(r.Frame(), "▶"), "load", "2 s")
	lacks(t, rowOf(r.Frame(), "▶"), "5 s")
}

func TestColdStartManyProfiles(t *testing.T) {
	text := `{"cold_start_breakdown_seconds": {`
	for i := range 40 {
		if i > 0 {
			text += ","
		}
		text += `"p` + string(rune('a'+i%26)) + string(rune('a'+i/26)) + `": {"x": 1, "y": 2, "z": 3}`
	}
	r := onScreen(t, "Cold start", 80, 24, file(t, "many.json", []byte(text+"}}")))
	for _, k := range []string{"G", "k", "g", "pgdown", "pgdown", "pgup"} {
		r.Press(k)
		if rowOf(r.Frame(), "▶") == "" {
			t.Errorf("after %s the selected row is not seen:\n%s", k, r.Frame())
		}
	}
	for _, size := range walk {
		r.Resize(size.w, size.h)
		r.Raw()
	}
}

// judgedMsg is the judgement of files as App receives it.
func judgedMsg(files ...model.File) findingsMsg {
	return findingsMsg{findings: judgedFiles(files...)}
}

func judgedFiles(files ...model.File) *analysis.Findings {
	return analysis.Judge(snapshot(2, files...), analysis.Options{})
}

// TestColdStartRun: where there is room the wait for the first replica is drawn on
// the run's own seconds, 40 s to 220 s of 300 s for one policy, 40 s to 80 s for
// the other. A file without timelines has no such part.
func TestColdStartRun(t *testing.T) {
	r := onScreen(t, "Cold start", 126, 40, demoFiles(t)...)
	frame := r.Frame()
	wants(t, frame, "demand / KV capacity in the run", "capacity")
	waits := map[string]int{}
	for line := range strings.Lines(frame) {
		if name, _, ok := strings.Cut(strings.TrimSpace(line), " "); ok && strings.Contains(line, "▓") {
			waits[name] = strings.Count(line, "▓")
		}
	}
	slow, fast := waits["reactive_gpu_util"], waits["leading_kv_and_velocity"]
	if slow < 57 || slow > 63 || fast < 11 || fast > 16 { // of 100 cells: 60 and 13, give or take a cell an end
		t.Errorf("the waits are %d and %d cells long: %s", slow, fast, frame)
	}
	alone := file(t, "alone.json", []byte(`{"cold_start_breakdown_seconds": {"slow": {"pull": 30}, "fast": {"pull": 10}}}`))
	lacks(t, onScreen(t, "Cold start", 126, 40, alone).Frame(), "in the run")
}

// TestColdStartLinesHaveNames: the curves of the run are told apart without
// colour, by their names and in ASCII by the glyphs that the replay has for them.
func TestColdStartLinesHaveNames(t *testing.T) {
	for _, size := range []struct{ w, h int }{{100, 34}, {110, 36}, {120, 36}, {120, 40}, {160, 50}, {200, 60}} {
		for _, ascii := range []bool{false, true} {
			o := options(snapshot(1, demoFiles(t)...))
			o.ASCII, o.Theme = ascii, "none"
			r := run(t, o, size.w, size.h)
			r.Press(tabOf(t, "Cold start"))
			_, plot, drawn := strings.Cut(r.Frame(), "demand / KV capacity in the run")
			if !drawn {
				t.Errorf("%dx%d: there is room for the run, and it is not drawn:\n%s", size.w, size.h, r.Frame())
				continue
			}
			for _, name := range []string{" reactive ", " leading "} {
				if !strings.Contains(strings.ReplaceAll(plot, "\n", " \n"), name) {
					t.Errorf("%dx%d, ASCII %v: no line is called%s:\n%s", size.w, size.h, ascii, name, r.Frame())
				}
			}
			if ascii {
				wants(t, plot, "o reactive_gpu_util", "* leading_kv")
			}
		}
	}
}

// TestColdStartGlyphsGoByTheFile: a timeline that no sentence ties to a profile
// takes its glyph with it, so that the others keep those of the replay.
func TestColdStartGlyphsGoByTheFile(t *testing.T) {
	files := demoFiles(t)
	first := files[0].Doc.Timelines().Timelines[0]
	first.Name, first.Pointer = "an_idle_one", first.Pointer+"-idle"
	first.Set(model.Booting, model.Series{})
	doc := *files[0].Doc
	doc.Parts = slices.Clone(doc.Parts)
	scaling := *doc.Timelines()
	scaling.Timelines = append([]model.Timeline{first}, scaling.Timelines...)
	for i, p := range doc.Parts {
		if p == model.Part(doc.Timelines()) {
			doc.Parts[i] = &scaling
		}
	}
	files[0].Doc = &doc
	o := options(snapshot(1, files...))
	o.ASCII, o.Theme = true, "none"
	r := run(t, o, 120, 40)
	r.Press(tabOf(t, "Cold start"))
	if strings.Contains(r.Frame(), "an_idle_one") {
		t.Fatalf("the first timeline is tied after all:\n%s", r.Frame())
	}
	wants(t, r.Frame(), string(view.SeriesGlyphs[1])+" reactive_gpu_util", string(view.SeriesGlyphs[2])+" leading_kv")
}
