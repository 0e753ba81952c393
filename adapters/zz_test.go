package adapters

import (
	"bufio"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	file, _ := os.Open(corpusPath())
	in := bufio.NewScanner(file)
	in.Buffer(nil, 1<<20)
	n := [2]int{}
	right := [2]int{}
	for in.Scan() {
		var c corpusCase
		json.Unmarshal(in.Bytes(), &c)
		if !c.held() || c.Lenient {
			continue
		}
		h := sha256.Sum256([]byte(c.ID))
		g := int(h[1] % 2)
		p := c.Provider
		if strings.HasPrefix(p, "other:") {
			p = ""
		}
		v := Classify(p, nil, c.reply())
		n[g]++
		wr := (c.RetryUseful == "no") != (v.Retryable == No)
		if string(v.Class) == c.Label && !wr {
			right[g]++
			continue
		}
		if g == 0 {
			fmt.Printf("%s %v %v want %s/%s got %s/%s (%s)\n  H %v\n  B %.400s\n  M %.500s\n  E %s\n  N %s\n", c.ID, c.Provider, c.Status, c.Label, c.RetryUseful, v.Class, v.Retryable, v.Evidence, c.Headers, c.Body, c.Message, c.Exception, c.Note)
		}
	}
	fmt.Println(n, right)
}
