// Package config is tallystick.yaml: read strictly, edited without losing a comment.
//
//	version: 1
//	zone: Asia/Shanghai            # absent: the zone stored in the ledger
//	week_start: monday
//	durability: fsync              # or os: survives kill -9, not a power cut
//	per_call: {tokens: 200000}
//	limits:                        # absent: 500 calls and 500,000 tokens a day; []: none
//	  - {name: day, window: day, calls: 500, tokens: 500000, warn_at: [0.8]}
//	  - {name: cron, match: {source: cron}, per: task, window: hour, calls: 60, mode: shadow}
//	providers:                     # gateways of one's own, see adapters/README.md
//	  - {name: corp, hosts: [llm.corp.example], paths: [/llm/ask], dialect: openai.chat}
//
// A file is taken whole or not at all. An unknown key is an error with its line
// and the key that was probably meant, because a limit that is silently not
// there is a bill. So is a ceiling this version cannot enforce (cost).
//
// The file is what a person wants; the limits and providers that count are the ledger's. A
// guard that sees the file change writes it there as an entry, whose body is
// [Config.Encode]: canonical, so that equal configs are equal bytes.
//
//	tallystick.yaml ──Parse──► Config ──Encode──► "limits" entry ──Decode──► Config
//	      ▲                                                          in every guard
//	      └── Set, Remove: the text around the limit stays as it is
//
// Anchors, aliases and tags are refused, so no file can grow when it is read.
package config
