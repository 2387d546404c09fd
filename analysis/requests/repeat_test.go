package requests

import (
	"bytes"
	"strings"
	"testing"
)

// TestWideRepeatsStayAsWritten: a repeat that a float64 cannot hold is kept as
// text, and runs that differ by it alone are different runs.
func TestWideRepeatsStayAsWritten(t *testing.T) {
	f := newFixture()
	for name, rows := range f {
		for _, row := range rows[1:] {
			if row[1] == "2" {
				row[2] = "18446744073709551617"
			} else {
				row[2] = "9007199254740991"
			}
			f[name] = rows
		}
	}
	r := analysed(t, f.write(t, fixtureConfig), Options{})
	var out bytes.Buffer
	if err := r.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"repeat": 9007199254740991`, `"repeat": null`, `repeat 18446744073709551617"`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %s in %s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "18446744073709552") {
		t.Error("the repeat became another number")
	}

	id := runID{replicas: 1, repeat: 9007199254740991}
	if got := id.label(); got != "1× repeat 9007199254740991" {
		t.Errorf("a run is called %q", got)
	}
}
