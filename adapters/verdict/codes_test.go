package verdict

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// table reads the rows of a file of testdata, whose cells are apart by " | ".
func table(t *testing.T, name string, cells int) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	for n, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		row := strings.Split(line, " | ")
		if len(row) != cells {
			t.Fatalf("%s, line %d: want %d cells", name, n+1, cells)
		}
		rows = append(rows, row)
	}
	return rows
}

// A documented code means its class when nothing else is said, whoever sent it.
func TestDocumentedCodes(t *testing.T) {
	for _, row := range table(t, "codes.txt", 4) {
		want, who := strings.Fields(row[0]), strings.Fields(row[1])
		status, _ := strconv.Atoi(who[1])
		for _, code := range strings.Fields(row[3]) {
			body := fmt.Sprintf(`{"error":{"code":%q,"message":"m"}}`, code)
			for _, provider := range []string{who[0], ""} {
				v := Classify(strings.Trim(provider, "-"), Reply{Status: status, Body: []byte(body), Sent: true})
				if v.Class != Class(want[0]) || len(want) > 1 && v.Retryable != Retryable(want[1]) {
					t.Errorf("%q of %q: want %v, got %s %s (%s)", code, provider, want, v.Class, v.Retryable, v.Evidence)
				}
			}
		}
	}
}

// The class of an exception alone: as its type with a text that says nothing, and as a text.
func TestExceptionsAlone(t *testing.T) {
	for _, row := range table(t, "exceptions.txt", 3) {
		for _, name := range strings.Split(row[2], "; ") {
			for _, r := range []Reply{{ErrType: name, Sent: true}, {ErrText: name, Sent: true}} {
				if v := Classify("", r); v.Class != Class(row[0]) {
					t.Errorf("%q: want %s, got %s (%s)", name, row[0], v.Class, v.Evidence)
				}
			}
		}
	}
}
