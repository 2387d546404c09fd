package view

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDistinctWords(t *testing.T) {
	for _, tt := range []struct{ all, want []string }{
		{[]string{"reactive_gpu_util", "leading_kv_and_velocity"}, []string{"reactive", "leading"}},
		{[]string{"run-a", "run-b"}, []string{"a", "b"}},
		{[]string{"same", "same"}, []string{"same", "same"}},
		{[]string{"one"}, []string{"one"}},
		{[]string{"", "_"}, []string{"", "_"}},
		{nil, nil},
	} {
		if diff := cmp.Diff(tt.want, DistinctWords(tt.all)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.all, diff)
		}
	}
}
