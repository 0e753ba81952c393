package adapters

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestZU(t *testing.T) {
	for _, p := range strings.Split(os.Getenv("ZU"), ",") {
		file, err := os.Open(p)
		if err != nil {
			t.Skip()
		}
		in := bufio.NewScanner(file)
		in.Buffer(nil, 1<<20)
		for in.Scan() {
			var c corpusCase
			json.Unmarshal(in.Bytes(), &c)
			v := Classify("", nil, c.reply())
			if v.Class == Unknown {
				t.Logf("%s len=%v label=%s %s %.200s", c.ID, c.Lenient, c.Label, c.RetryUseful, strings.ReplaceAll(c.Body+c.Message, "\n", " "))
			}
		}
	}
}
