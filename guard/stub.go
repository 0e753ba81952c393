package guard

import "context"

type RecentFilter struct {
	Tail         int
	Source, Task string
}
type Verification struct {
	OK       bool
	Entries  uint64
	Files    int
	Problems []string
	Repaired int
}

func (g *Guard) Status(ctx context.Context) (Status, error)                     { return Status{}, nil }
func (g *Guard) Recent(ctx context.Context, f RecentFilter) ([]CallLine, error) { return nil, nil }
func (g *Guard) Unknown(ctx context.Context) ([]OpenCall, error)                { return nil, nil }
func (g *Guard) Lanes(ctx context.Context) ([]LaneStatus, error)                { return nil, nil }
func (g *Guard) Explain(ctx context.Context, id string) (Story, error)          { return Story{}, nil }
func (g *Guard) Verify(ctx context.Context) (Verification, error)               { return Verification{}, nil }
