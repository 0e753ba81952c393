package adapters

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"
)

func TestZR(t *testing.T) {
	type cell struct{ ok, bad int; labels map[string]int }
	by := map[string]*cell{}
	for _, p := range strings.Split(os.Getenv("ZR"), ",") {
		file, err := os.Open(p)
		if err != nil {
			t.Skip()
		}
		in := bufio.NewScanner(file)
		in.Buffer(nil, 1<<20)
		for in.Scan() {
			var c corpusCase
			json.Unmarshal(in.Bytes(), &c)
			if c.Lenient != (os.Getenv("LEN") != "") {
				continue
			}
			f := theBook().readFacts("", c.reply())
			r := f.decide()
			name := "nothing"
			if r != nil {
				name = fmt.Sprintf("%s [%s]", r.name, r.class)
			}
			v := Classify("", nil, c.reply())
			if by[name] == nil {
				by[name] = &cell{labels: map[string]int{}}
			}
			by[name].labels[c.Label]++
			if string(v.Class) == c.Label {
				by[name].ok++
			} else {
				by[name].bad++
			}
		}
	}
	var names []string
	for n := range by {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool { return by[names[i]].ok+by[names[i]].bad > by[names[j]].ok+by[names[j]].bad })
	for _, n := range names {
		t.Logf("%4d %3d bad  %-40s %v", by[n].ok+by[n].bad, by[n].bad, n, by[n].labels)
	}
}
