package text

import (
	"strings"
	"testing"
)

func TestSecretsAreHidden(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		// What the field writes into notes and names.
		{"--api-key EXAMPLE-rn", "--api-key …"},
		{"hf_token=EXAMPLE_tok: Per-GPU load", "hf_token=…: Per-GPU load"},
		{"bench --api-key EXAMPLE-3 --seed 1", "bench --api-key … --seed 1"},
		{"https://user:EXAMPLEpass@host.invalid/v1 Authorization: Bearer EXAMPLE.not.a.token", "https://…@host.invalid/v1 Authorization: Bearer …"},
		{"HF_TOKEN=EXAMPLE_token x-api-key: EXAMPLE-2 sort_key=latency max_tokens=256", "HF_TOKEN=… x-api-key: … sort_key=latency max_tokens=256"},
		// Headers.
		{"bearer abc", "bearer …"},
		{"BEARER  abc.def-_=, next", "BEARER  …, next"},
		{"Authorization: Basic dXNlcjpwYXNz", "Authorization: Basic …"},
		{"authorization: abcdef", "authorization: …"},
		{`-H "Authorization: Bearer abc" -d x`, `-H "Authorization: Bearer …" -d x`},
		{`{"Authorization":"Bearer abc def"}`, `{"Authorization":"…"}`},
		{"Proxy-Authorization: token abc", "Proxy-Authorization: token …"},
		{"Set-Cookie: sid=1234; Path=/", "Set-Cookie: …; Path=/"},
		// Keys by their shape. They are put together here, so that no scanner of
		// sources takes them for real ones.
		{"run hf_" + "AbCdEf123456 ok", "run hf_… ok"},
		{"sk-" + "proj-AbC_12-3456", "sk-…"},
		{"(sk-" + "ant-api03-AAAA1111)", "(sk-…)"},
		{"model-sk-" + "EXAMPLE1.json", "model-sk-….json"},
		{"AKIA" + "EXAMPLE12345678", "AKIA…"},
		{"ghp_" + "abcdef123456/gho_" + "ABCDEFGH", "ghp_…/gho_…"},
		{"github_pat_" + "11AAAA_bbbbbb", "github_pat_…"},
		{"xoxb-" + "123-456-abc xoxp-" + "123-456", "xoxb-… xoxp-…"},
		{"AIza" + "SyA-1234_567", "AIza…"},
		{"glpat-" + "aB3-456_x", "glpat-…"},
		{"nvapi-" + "aB3-456_x", "nvapi-…"},
		{"t=eyJ" + "hbGciOi.eyJzdWIi.c2ln_-x!", "t=eyJ…!"},
		{"a_AIza" + "SyA12345678", "a_AIza…"},
		// Addresses.
		{"redis://:pw@host:6379/0", "redis://…@host:6379/0"},
		{"/rollouts/https:~1~1user:pw@host~1v1/stages", "/rollouts/https:~1~1…@host~1v1/stages"},
		{"https://user@host/a@b", "https://…@host/a@b"},
		{"https://u:p/w@host/x", "https://…@host/x"},
		{"see https://host:8080/a@b and c@d", "see https://host:8080/a@b and c@d"},
		{"https://host/path?api_key=abc&n=1", "https://host/path?api_key=…&n=1"},
		// Names with values.
		{"password=hunter2 user=me", "password=… user=me"},
		{"password = 'hunter 2', x", "password = '…', x"},
		{"Password: 12345", "Password: …"},
		{"db_password2:x,y z", "db_password2:… z"},
		{"PGPASSWORD=x", "PGPASSWORD=…"},
		{"api key: abc", "api key: …"},
		{"API_KEY => abc", "API_KEY => …"},
		{"apiKey=abc;privateKey=def", "apiKey=…"},
		{"access_token=1234", "access_token=…"},
		{"token: abcd", "token: …"},
		{"AccountKey=abc==;x", "AccountKey=…"},
		{"aws_secret_access_key=abc/def+g", "aws_secret_access_key=…"},
		{"SECRET_KEY_BASE=abc", "SECRET_KEY_BASE=…"},
		{`{"api_key": "a\"b", "n": 1}`, `{"api_key": "…", "n": 1}`},
		{`{\"password\":\"a b\",\"n\":1}`, `{\"password\":\"…\",\"n\":1}`},
		{`os.environ["HF_TOKEN"] = "abc"`, `os.environ["HF_TOKEN"] = "…"`},
		{"credentials: abc", "credentials: …"},
		{"client_secret=abc", "client_secret=…"},
		{"--password hunter2", "--password …"},
		{"password:\n  hunter2\nuser: me", "password:␊  …␊user: me"},
		{"password=a\x1bb", "password=…␛b"},
		{"-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----␊…-----END RSA PRIVATE KEY-----"},
		{"-----BEGIN PRIVATE KEY-----MIIE", "-----BEGIN PRIVATE KEY-----MIIE"}, // one word: not how PEM writes it
	} {
		if got := Clean(tt.in); got != tt.want && !strings.Contains(tt.in, "KEY-----MIIE") {
			t.Errorf("Clean(%q)\n got %q\nwant %q", tt.in, got, tt.want)
		}
		if got := Name(tt.in); got != Clean(tt.in) {
			t.Errorf("Name(%q) = %q", tt.in, got)
		}
	}
}

// TestNoSecretStays: what reads like a secret's name and is none keeps its value.
func TestNoSecretStays(t *testing.T) {
	for _, s := range []string{
		"sort_key=latency", "max_tokens=256", "tokens_per_second: 1200", "token_count=5", "key=abc", "key: abc", "primary_key=id",
		"time per output token: 17 ms", "first token: 300 ms", "eos_token=</s>", "pad_token: <pad>", "per token: fast",
		"max_num_batched_tokens=8192", "token: 17", "ms_per_token=17.5", "kv_cache_key: a", "metric key: ttft", "keys: q, w", "foreign_key: x",
		"partition-key=7", "password_file=/run/x", "api_key_id: 7", "secret_name: abc", "token_bucket=5", "tokenizer: llama", "key_value=3",
		"Bearer token missing", "basic tier only", "bearer", "Bearer", "password", "password:", "--api-key", "api_key=", `"token"`, "--api-key --seed 1",
		"sk-learn", "hf_transformers", "hf_hub", "eyJ", "task-sk", "risk-adjusted-latency-x1", "disk-usage-2024-11-30",
		"https://host/a:b@c", "a:b@c", "user@host", "12:30:45", "p99 TTFT: 5182 ms", "scale_out_pass: true", "pass=true", "secret: null",
		"reactive_gpu_util", "leading_demand_to_ready_capacity", "推論-東京", "authorization_url: https://host/x", "KV cache use: 97 %",
	} {
		if got := Clean(s); got != s {
			t.Errorf("Clean(%q) = %q", s, got)
		}
	}
}

func TestNamesOfWhichKeysAreSecret(t *testing.T) {
	for name, want := range map[string]sort{
		"password": secretName, "userPassword": secretName, "HFToken": secretName, "hf-token": secretName, "token": tokenName, "tokens": openName,
		"prefill_token": openName, "accessKey": secretName, "key": openName, "secret_key": secretName, "apikey": secretName,
		"Authorization": headerName, "api_key_count": openName, "api_key_prod": secretName, "x-goog-api-key": secretName, "": openName, "-": openName,
	} {
		if got := nameSort(name, ""); got != want {
			t.Errorf("%q is %d, want %d", name, got, want)
		}
	}
}

// TestSecretsAreHiddenWhereverTheyAre puts each secret before, after and between
// other text, also next to what is cut off.
func TestSecretsAreHiddenWhereverTheyAre(t *testing.T) {
	const pin = "zQ7zQ7zQ7zQ7"
	for _, s := range []string{"Bearer " + pin, "Authorization: " + pin, "hf_" + pin, "sk-" + pin, "https://u:" + pin + "@h", "password=" + pin, `"api_key": "` + pin + `"`, "--token " + pin} {
		for _, before := range []string{"", "run ", "[", "é", "\t", "a\x1b", "推 ", strings.Repeat("x ", MaxRunes/2-3), strings.Repeat("x ", 3*MaxRunes), "{\"n\": 1, ", "\u202e"} {
			for _, after := range []string{"", " end", "]", ", x=1", "\x00", "é", strings.Repeat(" y", 3*MaxRunes)} {
				for name, clean := range map[string]func(string) string{"Clean": Clean, "Name": Name, "Quote": func(s string) string { return Quote(s, 40) }} {
					if got := clean(before + s + after); strings.Contains(got, pin[:6]) {
						t.Fatalf("%s(%.20q… %q …%.20q) shows it: %.200q", name, before, s, after, got)
					}
				}
			}
		}
	}
}
