package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/tallystick/tallystick/adapters"
)

// longestCall is the most a HAR entry may say that its call took; more is a mistake of its writer.
const longestCall = 24 * time.Hour

// maxEntries is how many entries of a HAR file are read; a day in a browser has some thousand.
const maxEntries = 10_000

// har is what a browser or a proxy saves (HTTP Archive 1.2), as far as a verdict needs it.
type har []harEntry

var errManyEntries = wrong("save the HAR of the failed call alone", "the HAR has more than %s entries", number(maxEntries))

// UnmarshalJSON stops at maxEntries: millions of them in a few bytes each would be gigabytes.
func (h *har) UnmarshalJSON(list []byte) error {
	d := json.NewDecoder(bytes.NewReader(list))
	if open, err := d.Token(); err != nil || open != json.Delim('[') {
		return err // null, or no list
	}
	*h = har{}
	for d.More() {
		if len(*h) == maxEntries {
			return errManyEntries
		}
		*h = append(*h, harEntry{})
		if err := d.Decode(&(*h)[len(*h)-1]); err != nil {
			return err
		}
	}
	return nil
}

type harEntry struct {
	Started string  `json:"startedDateTime"`
	Time    float64 `json:"time"` // ms
	Request *struct {
		URL      string `json:"url"`
		PostData struct {
			Text string `json:"text"`
		} `json:"postData"`
	} `json:"request"`
	Response *struct {
		Status  int `json:"status"`
		Headers []struct {
			Name  string `json:"name"`
			Value string `json:"value"`
		} `json:"headers"`
		Content struct {
			Text     string `json:"text"`
			Encoding string `json:"encoding"`
		} `json:"content"`
		Error string `json:"_error"` // Chrome: "net::ERR_CONNECTION_RESET"
	} `json:"response"`
}

// readHAR reads a HAR file or one entry of it; ok is false for any other JSON.
func readHAR(text []byte) (h har, ok bool, err error) {
	var file struct {
		Log *struct {
			Entries har `json:"entries"`
		} `json:"log"`
		harEntry
	}
	switch err := json.Unmarshal(text, &file); {
	case errors.Is(err, errManyEntries):
		return nil, true, err
	case err != nil:
		return nil, false, nil
	case file.Log != nil && file.Log.Entries != nil:
		return file.Log.Entries, true, nil
	}
	return har{file.harEntry}, file.Request != nil && file.Response != nil, nil
}

// failures are the entries that went wrong, in the file's order.
func (h har) failures(known *adapters.Known) (failed []paste, err error) {
	for i, e := range h {
		if p := e.paste(i + 1); p.wentWrong(known) {
			failed = append(failed, p)
		}
	}
	if len(failed) == 0 {
		return nil, wrong("save the HAR again while the call fails, with its content",
			"the HAR has %s and none of them failed", count(int64(len(h)), "entry"))
	}
	return failed, nil
}

// paste makes an outcome of an entry. What is not there was not recorded.
func (e *harEntry) paste(entry int) paste {
	p := paste{kind: "a HAR entry", entry: entry}
	p.outcome.ReceivedAt = e.receivedAt()
	if e.Request != nil {
		p.url, p.body = bareURL(e.Request.URL), []byte(e.Request.PostData.Text)
	}
	r := e.Response
	if r == nil {
		return p
	}
	p.outcome.Status, p.outcome.ErrText = r.Status, r.Error
	p.outcome.Headers = map[string][]string{}
	for _, h := range r.Headers {
		name := strings.ToLower(h.Name)
		p.outcome.Headers[name] = append(p.outcome.Headers[name], h.Value)
	}
	p.outcome.Body = []byte(r.Content.Text)
	if raw, err := base64.StdEncoding.DecodeString(r.Content.Text); err == nil && r.Content.Encoding == "base64" {
		p.outcome.Body = raw
	}
	return p
}

// receivedAt is when the response was there, so that "resets in 6m48s" means what it meant
// then; zero when the entry does not say.
func (e *harEntry) receivedAt() time.Time {
	started, err := time.Parse(time.RFC3339, e.Started)
	if err != nil {
		return time.Time{}
	}
	ms := min(max(e.Time, 0), float64(longestCall.Milliseconds()))
	return started.Add(time.Duration(ms * float64(time.Millisecond)))
}

// wentWrong: no response, a status of 400 or more, or an error inside a 200 of an LLM call.
func (p *paste) wentWrong(known *adapters.Known) bool {
	if p.outcome.Status == 0 || p.outcome.Status >= 400 {
		return true
	}
	_, d, ok := known.Find(adapters.Attempt{URL: p.url, Body: p.body})
	if !ok {
		return false
	}
	stream := d.NewStream() // it reads plain bodies too
	stream.Write(p.outcome.Body)
	return stream.Progress().Error != nil || d.Used(p.reply()).Failed
}

// reply is the outcome as the adapters read it.
func (p *paste) reply() adapters.Reply {
	o := p.outcome
	return adapters.Reply{Status: o.Status, Headers: o.Headers, Body: o.Body, ErrType: o.ErrType, ErrText: o.ErrText,
		Sent: true, ReceivedAt: o.ReceivedAt}
}

// withScheme lets people leave out https://.
func withScheme(raw string) string {
	if strings.Contains(raw, "://") {
		return raw
	}
	return "https://" + raw
}

// bareURL is a url without its query, its fragment and a password: keys are there.
func bareURL(raw string) string {
	at, err := url.Parse(raw)
	if err != nil {
		return ""
	}
	return (&url.URL{Scheme: at.Scheme, Host: at.Host, Path: at.Path}).String()
}
