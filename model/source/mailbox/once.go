package mailbox

import (
	"context"
	"io"

	"scaledeck/model"
)

// Once returns a source of the one snapshot that read returns, which then ends.
func Once(ctx context.Context, doing string, read func(context.Context) (*model.Snapshot, error)) *Box {
	ctx, cancel := context.WithCancel(ctx)
	b := New(cancel)
	b.Start(doing, func() error {
		s, err := read(ctx)
		if err != nil {
			return err
		}
		b.Put(s)
		return io.EOF
	})
	return b
}
