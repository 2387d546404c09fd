package tui

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"scaledeck/model"
	"scaledeck/model/text"
	"scaledeck/sim"
	"scaledeck/tui/internal/screens"
)

// planted puts a secret into every kind of text of the demo's documents: names of
// policies, rollouts and runs, statements, and the names of the files.
func planted(t *testing.T, secret string) []model.File {
	t.Helper()
	replace := func(data []byte, pairs ...string) []byte {
		for i := 0; i < len(pairs); i += 2 {
			if !bytes.Contains(data, []byte(pairs[i])) {
				t.Fatalf("the demo has no %s", pairs[i])
			}
			data = bytes.ReplaceAll(data, []byte(pairs[i]), []byte(pairs[i+1]))
		}
		return data
	}
	canary := replace(sim.DemoAutoscaling(), "reactive_gpu_util", "reactive "+secret, "validated_fp8_build", secret+" build")
	rows := replace(sim.DemoScaleOut(), `"run_name": "`, `"run_name": "`+secret+` `, `"answer": "`, `"unknown `+secret+`": 1, "answer": "`+secret+` `,
		`"claim_boundary": "`, `"claim_boundary": "`+secret+` `)
	wrong := replace(sim.DemoScaleOut(), `"repeat": 1,`, `"repeat": "`+secret+`",`)
	files := []model.File{file(t, secret+".json", canary), file(t, secret+"-rows.json", rows), file(t, "wrong.json", wrong)}
	for i := range files {
		files[i].Name = text.Name(files[i].Name) // as the source does
	}
	return files
}

// TestNoScreenShowsASecret opens every screen at four sizes, with every pane that
// a key opens.
func TestNoScreenShowsASecret(t *testing.T) {
	const pin = "zQ7wK9"
	for _, secret := range []string{"Bearer " + pin, "hf_" + pin, "sk-" + pin + "EXAMPLE", "https://me:" + pin + "@h.invalid", "api_key=" + pin, "--password " + pin} {
		r := run(t, options(snapshot(1, planted(t, secret)...)), 80, 24)
		for i := range screens.All() {
			for _, size := range sizes {
				r.Resize(size.w, size.h)
				for _, k := range []string{strconv.Itoa(i + 1), "down", "enter", "?", "esc", "end", "e", "esc", "/", "esc"} {
					r.Press(k)
					if frame := r.Frame(); strings.Contains(frame, pin) {
						t.Fatalf("screen %d at %dx%d shows %s after %s:\n%s", i+1, size.w, size.h, secret, k, frame)
					}
				}
			}
		}
	}
}

// TestTwinsTellApartOnScreen: two policies whose names differ by what cannot be
// seen are two different rows.
func TestTwinsTellApartOnScreen(t *testing.T) {
	for _, twin := range []string{"validated_fp8_b\u00aduild", "validated_fp8_build\ufe0f", "validat\u0435d_fp8_build", "valid\u200bated_fp8_build", "validated_fp8_buil\U000e0064d", "\u202evalidated_fp8_build"} {
		data := bytes.ReplaceAll(sim.DemoAutoscaling(), []byte("defective_int4_build"), []byte(twin))
		r := run(t, options(snapshot(1, file(t, "a.json", data))), 120, 40)
		if frame := r.Frame(); !strings.Contains(frame, "‹") {
			t.Errorf("%+q is not marked:\n%s", twin, frame)
		}
	}
}
