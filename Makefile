# tallystick: `make demo` runs the main job, `make test` checks everything.
# Both install what they need below build/ and change nothing outside it.

SHELL   := bash
export PIP_DISABLE_PIP_VERSION_CHECK := 1
PY      ?= python3
VENV    := build/venv
BIN     := bin/tallystick
VERSION := $(shell cat VERSION)
STATIC  := honnef.co/go/tools/cmd/staticcheck@v0.8.2
# what a release is built for: CGO off, so one static binary each
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
FUZZTIME  ?= 5s
ROUNDS    ?= 1000

.DEFAULT_GOAL := help

.PHONY: help
help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

.PHONY: build
build: ## bin/tallystick, static, for this machine
	@CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$(VERSION)" -o $(BIN) ./cmd/tallystick

.PHONY: demo
demo: build $(VENV)/ready ## the two stories, with real LangChain agents in three processes
	@$(VENV)/bin/python conformance/demo/run.py --bin $(BIN)

.PHONY: test
test: check race python cross fuzz ## everything CI checks

.PHONY: check
check: build ## formatters, vet, staticcheck
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { echo "gofmt would change:"; gofmt -l $$(git ls-files '*.go'); exit 1; }
	@go vet ./... && go run $(STATIC) ./...
	@cd conformance/bench && go vet ./... && go run $(STATIC) ./...

.PHONY: race
race: build ## all Go tests under the race detector, real processes included
	@go test -race -timeout 10m ./...
	@cd conformance/bench && go test ./...

.PHONY: python
python: build $(VENV)/ready ## the Python shim: ruff, mypy --strict, tests with the real SDKs
	@cd python-shim && ../$(VENV)/bin/ruff format --check . && ../$(VENV)/bin/ruff check . && ../$(VENV)/bin/mypy
	@cd python-shim && TALLYSTICK_BIN=$(CURDIR)/$(BIN) ../$(VENV)/bin/pytest -q

$(VENV)/ready: python-shim/requirements-dev.txt conformance/demo/requirements.txt python-shim/pyproject.toml $(wildcard python-shim/src/tallystick/*.py python-shim/src/tallystick/*/*.py)
	@$(PY) -m venv $(VENV)
	@$(VENV)/bin/pip install -q -r python-shim/requirements-dev.txt -r conformance/demo/requirements.txt
	@$(VENV)/bin/pip install -q --force-reinstall --no-deps ./python-shim
	@touch $@

.PHONY: cross
cross: ## builds for every platform a release is made for
	@for p in $(PLATFORMS); do \
	  echo "build $$p"; \
	  CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} go build -trimpath -ldflags "-s -w" -o build/cross/$${p/\//-}/ ./cmd/tallystick || exit 1; \
	done

# Go before 1.27 may call the end of FUZZTIME a failure (golang/go#75804): the target is then run once more. What
# was really found names its input, and fails.
.PHONY: fuzz
fuzz: ## every fuzz target for FUZZTIME (5s)
	@mkdir -p build; log=build/fuzz.log; go list ./... | while read -r pkg; do \
	  for f in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    fuzz() { echo "fuzz $$pkg $$f"; go test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$pkg > $$log 2>&1; }; \
	    fuzz || { grep -q 'context deadline exceeded' $$log && ! grep -q 'Failing input' $$log && fuzz; } || { cat $$log; exit 1; }; \
	  done; done

.PHONY: torture
torture: build ## kill -9 for ROUNDS (1000) rounds: nothing over, nothing lost
	@TALLYSTICK_ROUNDS=$(ROUNDS) go test -count=1 -timeout 0 -run 'TestI1_' -v ./conformance

.PHONY: bench
bench: build $(VENV)/ready ## us beside the baseline, one run, ratios; writes build/bench.json
	@cd conformance/bench && go run . -root $(CURDIR)

.PHONY: generate
generate: ## protocol.go -> JSON schema and Python types
	@go generate ./rpc

.PHONY: clean
clean: ## remove bin/ and build/
	@rm -rf bin build
