package adapters

import "testing"

// The examples that providers publish with their formulas, number by number.
func TestPublishedExamples(t *testing.T) {
	const claude, high, uhd = "claude-haiku-4-5-20251001", "claude-opus-4-7", "MEDIA_RESOLUTION_ULTRA_HIGH"
	for _, c := range []struct {
		model, look   string
		width, height int64
		want          int64
	}{
		// developers.openai.com/api/docs/guides/images-vision: tiles
		{"gpt-4o", "high", 1024, 1024, 765},
		{"gpt-4o", "high", 2048, 4096, 1105},
		{"gpt-4o", "low", 4096, 8192, 85},
		{"gpt-4.1", "", 1024, 1024, 765},
		{"gpt-4o-mini", "", 1024, 1024, 2833 + 4*5667},
		{"o3", "", 1024, 1024, 75 + 4*150},
		{"gpt-5-2025-08-07", "", 1024, 1024, 70 + 4*140},
		{"computer-use-preview", "", 512, 512, 65 + 129},
		{"gpt-4o-2024-11-20", "auto", 512, 512, 255}, // not scaled up
		// the same page: patches; 1800 x 2400 becomes 1056 x 1408, which is 1452 patches
		{"gpt-4.1-mini", "", 1024, 1024, 1659}, // 1024 x 1.62
		{"gpt-4.1-mini-2025-04-14", "", 1800, 2400, 2353},
		{"gpt-5-nano", "", 1800, 2400, 3572},
		{"o4-mini", "", 1800, 2400, 2498},
		{"gpt-5.4-mini", "low", 4096, 4096, 415}, // 256 patches
		{"gpt-5.6", "", 3200, 3200, 12_000},      // as it is: 10,000 patches x 1.2
		{"gpt-5.6", "high", 3200, 3200, 3000},
		{"gpt-5.5", "", 6400, 3200, 11_760}, // the budget of "original": 140 x 70 patches
		{"gpt-5.4", "", 3200, 3200, 3000},   // "auto" is "high": 2,500 patches
		// the same page: GPT Image 1, an edit's input
		{"gpt-image-1", "", 1024, 1024, 65 + 129},
		{"gpt-image-1", "high", 1024, 1024, 65 + 129 + 4160},
		{"gpt-image-1", "high", 1536, 1024, 65 + 2*129 + 6240},
		// platform.claude.com/docs/en/build-with-claude/vision: both tiers
		{claude, "", 200, 200, 64},
		{claude, "", 1000, 1000, 1296},
		{claude, "", 1092, 1092, 1521},
		{claude, "", 1920, 1080, 1560},
		{claude, "", 3840, 2160, 1560},
		{claude, "", 1075, 1520, 47 * 33}, // 924 x 1307
		{high, "", 1920, 1080, 2691},
		{high, "", 3840, 2160, 4784},
		{"anthropic/claude-sonnet-4.5", "", 3840, 2160, 1560},
		{"us.anthropic.claude-sonnet-5-v1:0", "", 3840, 2160, 4784},
		{"claude-sonnet-4-20250514", "", 3840, 2160, 1560}, // a date is no version
		{"claude-3-7-sonnet@20250219", "", 3840, 2160, 1560},
		// ai.google.dev/gemini-api/docs/tokens, .../image-understanding, .../media-resolution
		{"gemini-2.5-flash", "", 384, 384, 258},
		{"gemini-2.5-flash", "", 960, 540, 6 * 258},
		{"gemini-2.0-flash", "", 768, 768, 4 * 258}, // tiles of 512
		{"gemini-3-pro-preview", "", 960, 540, 1120},
		{"gemini-3-pro-preview", "MEDIA_RESOLUTION_MEDIUM", 960, 540, 560},
		{"google/gemini-3.1-pro", uhd, 960, 540, 2240},
		// docs.siliconflow.cn, capabilities/vision
		{"Qwen/Qwen2.5-VL-72B-Instruct", "", 224, 448, 128},
		{"Qwen/Qwen2.5-VL-72B-Instruct", "", 1024, 1024, 1369},
		{"Qwen/Qwen2.5-VL-72B-Instruct", "", 3172, 4096, 16240},
		{"Qwen/Qwen3-VL-8B-Instruct", "", 1024, 1024, 1024},
		// docs.aws.amazon.com/nova/latest/userguide/modalities-image.html
		{"amazon.nova-lite-v1:0", "", 800, 400, 800},
		{"amazon.nova-pro-v1:0", "", 900, 900, 1300},
		{"us.amazon.nova-pro-v1:0", "", 1400, 900, 1800},
		{"amazon/nova-pro-v1", "", 1300, 1300, 2600},
		{"amazon.nova-2-lite-v1:0", "", 1300, 1300, 230},
		// mistral-common: 1024 x 1024 is 64 x 64 patches and a mark a row
		{"pixtral-12b-2409", "", 1024, 1024, 65 * 64},
		{"mistralai/pixtral-large-2411", "", 2048, 1024, 65 * 32},
		{"some-model", "", 1024, 1024, FlatMedia},
		{"gpt-oss-120b", "", 1024, 1024, FlatMedia},
	} {
		got := formulaOf(c.model, "").tokens(file{kind: picture, width: c.width, height: c.height, look: c.look})
		if got != c.want {
			t.Errorf("%s %q %d x %d: %d tokens, want %d", c.model, c.look, c.width, c.height, got, c.want)
		}
	}
}

// help.aliyun.com/zh/model-studio/vision: at most 1,280 tokens (2,560 from Qwen3-VL on) where
// nobody asks for more, and two around the picture.
func TestHostsWithRulesOfTheirOwn(t *testing.T) {
	big := file{kind: picture, width: 4000, height: 4000}
	for _, c := range []struct {
		model, host, look string
		want              int64
	}{
		{"qwen-vl-max", "dashscope.aliyuncs.com", "", 35*35 + 2},
		{"qwen3-vl-plus", "dashscope-intl.aliyuncs.com", "", 50*50 + 2},
		{"qwen3-vl-plus", "dashscope.aliyuncs.com", "true", 125*125 + 2},
		{"Qwen/Qwen2.5-VL-72B-Instruct", "api.siliconflow.cn", "low", 256},
		{"Qwen/Qwen2.5-VL-72B-Instruct", "api.siliconflow.cn", "high", 128 * 128},
	} {
		big.look = c.look
		if got := formulaOf(c.model, c.host).tokens(big); got != c.want {
			t.Errorf("%s at %s, %q: %d tokens, want %d", c.model, c.host, c.look, got, c.want)
		}
	}
}

// Most people send a picture's URL: ten of them to gpt-4o-mini cost 255,000, and were held at
// 16,000. What sets its price without a size keeps it.
func TestPicturesThatNobodySees(t *testing.T) {
	for _, c := range []struct {
		model, look string
		want        int64
	}{
		{"gpt-4o-mini", "", 25_501}, {"gpt-4o-mini", "high", 25_501}, {"gpt-4o-mini", "low", 2833},
		{"gpt-4.1-nano", "", 2520}, {"gpt-4.1-nano", "low", 630},
		{"pixtral-12b-2409", "", 4160}, {"amazon.nova-pro-v1:0", "", 1800}, {"amazon.nova-2-lite-v1:0", "", 230},
		{"gemini-3-pro-preview", "", 1120}, {"gemini-2.5-flash", "", FlatMedia},
		{"gpt-4o", "", FlatMedia}, {"gpt-4o", "low", 85}, {"claude-opus-4-7", "", FlatMedia},
		{"gpt-image-1", "", FlatMedia}, {"gpt-image-1", "high", 65 + 129 + 4160},
		{"gpt-4o-mini-transcribe", "", FlatMedia}, {"some-model", "", FlatMedia},
	} {
		if got := formulaOf(c.model, "").tokens(file{look: c.look}); got != c.want {
			t.Errorf("%s %q: %d tokens, want %d", c.model, c.look, got, c.want)
		}
	}
}

// Sounds and films: ai.google.dev/gemini-api/docs/tokens; OpenAI's page on realtime costs.
func TestSecondsCost(t *testing.T) {
	for _, c := range []struct {
		model string
		kind  fileKind
		want  int64
	}{
		{"gemini-2.5-flash", sound, 320}, {"gemini-2.5-flash", film, 2630}, {"gpt-audio", sound, 100}, {"gpt-4o-transcribe", sound, 100},
		{"whisper-1", sound, FlatMedia}, {"claude-opus-4-7", film, FlatMedia},
	} {
		if got := formulaOf(c.model, "").tokens(file{kind: c.kind, seconds: 10}); got != c.want {
			t.Errorf("10 s on %s: %d tokens, want %d", c.model, got, c.want)
		}
	}
}

// A size that cannot be, or that only a liar's header says, costs no more than MaxPicture.
func TestAbsurdPicturesAreBounded(t *testing.T) {
	for _, f := range []file{{kind: picture, width: MaxSide, height: MaxSide}, {kind: picture, width: MaxSide, height: 1}, {kind: picture, width: 1, height: MaxSide}, {kind: picture, width: 1, height: 1}} {
		for _, how := range formulas {
			if n := how.tokens(f); n < 1 || n > MaxPicture {
				t.Errorf("%+v on %q costs %d", f, how.family, n)
			}
		}
	}
}
