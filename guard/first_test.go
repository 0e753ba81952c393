package guard

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestScratch(t *testing.T) {
	dir := t.TempDir()
	ctx := context.Background()
	open := func() *Guard {
		g, err := Open(ctx, Options{LedgerDir: filepath.Join(dir, "ledger"), GuardsDir: filepath.Join(dir, "guards"), Create: true, Host: "test", PID: 7, Zone: "Asia/Shanghai", Durability: "os", OnEvent: func(e Event) { fmt.Println("EVENT", e) }})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	g := open()
	defer g.Close(ctx)
	for i := range 3 {
		ans, err := g.Reserve(ctx, Call{Model: "gpt", Provider: "openai", InputTokens: 100, MaxOutputTokens: 100})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Printf("%+v %+v\n", ans.Grant, ans.Denial)
		if i < 2 {
			s, err := g.Record(ctx, ans.Grant.Reservation, Outcome{Status: 200, Body: []byte(`{"usage":{"prompt_tokens":90,"completion_tokens":50,"total_tokens":140}}`)}, 0)
			fmt.Printf("%+v %v\n", s, err)
			s, err = g.Record(ctx, ans.Grant.Reservation, Outcome{Status: 200}, 0)
			fmt.Printf("%+v %v\n", s, err)
		}
	}
	start := time.Now()
	n := 2000
	for range n {
		ans, err := g.Reserve(ctx, Call{Model: "gpt", Provider: "openai", InputTokens: 100, MaxOutputTokens: 100})
		if err != nil {
			t.Fatal(err)
		}
		if ans.Grant == nil {
			continue
		}
		if _, err := g.Record(ctx, ans.Grant.Reservation, Outcome{Status: 429, Headers: map[string][]string{"retry-after": {"3"}}}, 0); err != nil {
			t.Fatal(err)
		}
	}
	fmt.Println(time.Since(start) / time.Duration(n))
	ans, _ := g.Reserve(ctx, Call{Model: "gpt", Provider: "openai", InputTokens: 100, MaxOutputTokens: 100})
	fmt.Printf("%+v\n", ans.Denial)
	g.Close(ctx)
	g = open()
	defer g.Close(ctx)
	fmt.Println(len(g.state.open), g.state.seq)
	files, _ := filepath.Glob(dir + "/ledger/*.jsonl")
	b, _ := os.ReadFile(files[0])
	fmt.Println(string(b[:3000]))
	fmt.Println(string(b[len(b)-1000:]))
}
