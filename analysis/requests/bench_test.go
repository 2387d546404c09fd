package requests

import (
	"bytes"
	"context"
	"testing"

	"scaledeck/model/format/csvscan"
)

// BenchmarkReadRequests reads 100 000 requests that are in memory.
func BenchmarkReadRequests(b *testing.B) {
	var data bytes.Buffer
	if err := writeRequests(&data, 100_000); err != nil {
		b.Fatal(err)
	}
	at := span{windowStart: 0, windowEnd: 1000, duration: 270}
	for _, workers := range []int{1, 2} {
		b.Run(map[int]string{1: "one", 2: "two"}[workers], func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(data.Len()))
			for b.Loop() {
				t, err := openTable("r.csv", bytes.NewReader(data.Bytes()), int64(data.Len()))
				if err != nil {
					b.Fatal(err)
				}
				if _, err := readRequests(context.Background(), t, cutting{workers: workers}, 0, func(int) span { return at }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkNumber reads figures as evidence prints them.
func BenchmarkNumber(b *testing.B) {
	cells := [][]byte{[]byte("713.928699"), []byte("200"), []byte("144.486339"), []byte("21.130690")}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, how := csvscan.Number(cells[i&3]); how != csvscan.Good {
			b.Fatal("not read")
		}
	}
}
