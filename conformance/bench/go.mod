module github.com/tallystick/tallystick/conformance/bench

go 1.26.0

require (
	github.com/gofrs/flock v0.13.2
	github.com/mattn/go-sqlite3 v1.14.53
	github.com/sourcegraph/jsonrpc2 v0.2.3
	github.com/tallystick/tallystick v0.0.0
	golang.org/x/sys v0.50.0
)

replace github.com/tallystick/tallystick => ../..
