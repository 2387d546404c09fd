package sim

import "testing"

func BenchmarkRunReference(b *testing.B) {
	c := ReferenceReactive()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Run(c); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSummariseReference(b *testing.B) {
	c := ReferenceLeading()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := summarise(c); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRunMillion(b *testing.B) {
	c := ReferenceLeading()
	c.Demand = longDemand(1_000_000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Run(c); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSummariseMillion(b *testing.B) {
	c := ReferenceLeading()
	c.Demand = longDemand(1_000_000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := summarise(c); err != nil {
			b.Fatal(err)
		}
	}
}

// longDemand repeats the reference demand, so that a policy stays busy.
func longDemand(n int) []float64 {
	d := make([]float64, n)
	ref := referenceDemand()
	for i := range d {
		d[i] = ref[i%len(ref)]
	}
	return d
}

func BenchmarkRunHPA(b *testing.B) {
	c := ReferenceReactive()
	c.Policy = DefaultHPA(OnKV, 0.8)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Run(c); err != nil {
			b.Fatal(err)
		}
	}
}
