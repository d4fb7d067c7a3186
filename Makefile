# make demo and make test are the two to know; everything else is a part of them.
# Each sets up first (tools/setup), which is quick when nothing is missing.

GO       ?= go
MODULE   := github.com/tile-opt/tile-opt
BIN      := bin
FUZZTIME ?= 30s

# Packages that are tested again under the race detector: those that run, or may
# be run, from several goroutines. A pass is sequential; the manager that runs
# passes at once is here. -short keeps the long simulations out of it.
RACE_PKGS ?= $(MODULE)/ir/... $(MODULE)/passes $(MODULE)/passes/canonicalize $(MODULE)/passes/cse \
             $(MODULE)/transforms/... $(MODULE)/opt $(MODULE)/targets/... $(MODULE)/tools/tile-opt/...

# Runs what follows in the recipe line with the paths that tools/setup found.
WITH_TOOLS = while IFS='=' read -r key value; do export "$$key=$$value"; done < .cache/tools.env;

# The steps share tools and caches, and their order matters to who reads the output.
.NOTPARALLEL:

.PHONY: build demo test bench equivalence mutation exhaustive campaign fuzz check clean setup setup-race format vet fresh unit race

build: $(BIN)/tile-opt $(BIN)/tilec $(BIN)/tilec-gpu

# Always handed to go build, which knows better than make what is up to date.
.PHONY: $(BIN)/tile-opt $(BIN)/tilec $(BIN)/tilec-gpu

$(BIN)/tile-opt $(BIN)/tilec:
	CGO_ENABLED=0 $(GO) build -trimpath -o $@ ./tools/$(@F)

# Not static: it loads the driver's libcuda at run time, which needs the dynamic
# linker (no cgo and no C compiler are involved).
$(BIN)/tilec-gpu:
	CGO_ENABLED=0 $(GO) build -trimpath -o $@ ./tools/$(@F)

setup:
	@tools/setup

setup-race:
	@tools/setup --race

demo: setup build
	@$(WITH_TOOLS) tools/demo.sh

# What must hold before a change lands.
test: setup-race check unit race

# The checks that run no code of the compiler. The import arrows, sizes and
# package names are a test too, so that a plain go test ./... sees them.
check: format vet fresh
	$(GO) run ./tools/archcheck

format:
	@unformatted=$$(find . -name '*.go' -not -path './.cache/*' -print0 | xargs -0 gofmt -l); \
	if [ -n "$$unformatted" ]; then echo "not gofmt-formatted:"; echo "$$unformatted"; exit 1; fi

vet:
	$(GO) vet ./...

fresh:
	tools/fresh

unit: setup
	$(WITH_TOOLS) $(GO) test ./...

race: setup-race
	$(WITH_TOOLS) CGO_ENABLED=1 $(GO) test -race -short $(RACE_PKGS)

bench: setup
	$(WITH_TOOLS) $(GO) test -run '^$$' -bench . -benchmem ./...

# Passes on many random modules: what these compute stays the same, and as many
# operations are left as by mlir-opt. EQUIVALENCE is the number of modules.
EQUIVALENCE ?= 1000
equivalence: setup
	@$(WITH_TOOLS) TILE_SEMANTICS_MODULES=$(EQUIVALENCE) $(GO) test ./passes/all -run 'TestSemantics|TestCountsBesideMLIR' -v -timeout 4h

# Faults made mechanically in kernels with explicit barriers, and who notices
# (docs/protocol-checking.md). SEED picks them.
SEED ?= 1
mutation:
	$(GO) run ./tools/mutation -seed $(SEED)

# Every legal form of every kernel: compiled, proven and simulated, in about five
# hours on two cores. A run that was stopped goes on from STATE, unless the compiler
# changed; LIMIT=2h stops it.
STATE ?= .cache/exhaustive.state
LIMIT ?= 0
exhaustive:
	@mkdir -p $(dir $(STATE)) $(BIN)
	$(GO) build -trimpath -buildvcs=false -o $(BIN)/exhaustive ./tools/exhaustive
	$(BIN)/exhaustive -state $(STATE) -limit $(LIMIT)

# Random launches for a machine with a GPU (docs/howto/run-elsewhere.md), in a new
# folder CAMPAIGN. SEED picks them.
CAMPAIGN ?= campaign
campaign: setup
	@$(WITH_TOOLS) $(GO) run ./tools/campaign -seed $(SEED) -o $(CAMPAIGN)

# One native fuzz target at a time, as go test asks for; the list is read from the
# sources, so that a new target needs no line here.
fuzz: setup
	@$(WITH_TOOLS) grep -rlE --include='*_test.go' '^func Fuzz' . | xargs -r -n1 dirname | sort -u | \
	while read -r folder; do \
	  for target in $$(grep -hoE '^func Fuzz[A-Za-z0-9_]*' "$$folder"/*_test.go | sed 's/^func //' | sort -u); do \
	    echo "$$folder $$target"; \
	    $(GO) test "$$folder" -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) || exit 1; \
	  done; \
	done

# The fetched tools in .cache stay: tools/setup would only fetch them again.
clean:
	rm -rf $(BIN)
