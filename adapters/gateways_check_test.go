package adapters

import (
	"strings"
	"testing"
)

func TestCheckHost(t *testing.T) {
	for _, c := range []struct{ host, name, wrong string }{
		{"llm.corp.example", "corp", ""},
		{".corp.example", "corp", ""},
		{"api.openai.com", "corp", "is a host of openai"},
		{"api.openai.com", "openai", ""},
		{".openai.com", "corp", `takes api.openai.com in, which is openai's`},
		{".com", "corp", "takes "},
		{".amazonaws.com", "corp", "is a host of bedrock"},
		{"x1.execute-api.us-east-1.amazonaws.com", "corp", ""},
		{".execute-api.us-east-1.amazonaws.com", "corp", ""},
		{".googleapis.com", "vertex", "which is gemini's"},
		{"eu-aiplatform.googleapis.com", "corp", ""},
	} {
		m := CheckHost(c.host, c.name)
		if (m == nil) != (c.wrong == "") || m != nil && (!strings.Contains(m.Wrong, c.wrong) || m.Next == "") {
			t.Errorf("%s for %s: %+v, want %q", c.host, c.name, m, c.wrong)
		}
	}
}

func TestCheckName(t *testing.T) {
	for name, wrong := range map[string]string{"corp": "", "openai": "", "llm.corp.example": "", "api.openai.com": "a host of openai", "x.amazonaws.com": "a host of bedrock"} {
		if m := CheckName(name); (m == nil) != (wrong == "") || m != nil && !strings.Contains(m.Wrong, wrong) {
			t.Errorf("%s: %+v", name, m)
		}
	}
}

// What came by another way than through the checks holds for nothing, and breaks nothing.
func FuzzGateway(f *testing.F) {
	f.Add("corp", "team budget~ * used up", "E_BUDGET", "llm.corp.example", "team budget is used up")
	f.Add("openai", "2~ * * * /", "~", ".", "2")
	f.Add("corp", "way", "1", ":", "a host that is only a port")
	f.Add("", "余额/额度 余额/额度", "额度", "", "额度余额")
	f.Fuzz(func(t *testing.T, name, way, code, host, text string) {
		known := NewKnown([]Gateway{{Name: name, Hosts: []string{host}, Paths: []string{"/p"}, Dialect: way, Like: code,
			Rules: []GatewayRule{{Name: "r", Class: Auth, Says: []string{way}}, {Name: "c", Class: Auth, Code: []string{code}}}}})
		r := Reply{Status: 200, Sent: true, Body: []byte(text)}
		known.Classify(name, r)
		known.Explain(name, r)
		known.Refuses(name, r)
		known.Find(Attempt{URL: "https://" + host + "/p"})
		known.Providers()
		CheckHost(host+"x", name)
		CheckName(name)
	})
}
