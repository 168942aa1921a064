# `make` lists the targets. `make test` and `make bench` need a Swift 6.3 toolchain, the checks Python too.

SWIFT ?= swift
PYTHON ?= python3
BUILD = .build
# A package of its own that builds in a place of its own: in a common one SwiftPM takes either's plan for the other's.
BENCHMARKS = --package-path Benchmarks
BENCH = Benchmarks/.build/release/bench
PEERS = Benchmarks/peers/build
RESULTS = Benchmarks/results
# In a recipe: the folder with the results of this kind of machine, which the built program names.
HERE = $(RESULTS)/$$($(BENCH) machine)
SANITIZERS ?= address thread
SANITIZE_CASES ?= 1000000
EXHAUSTIVE_TESTS = ElementaryTests|ColorCurvesTests|PackingNumbersTests|ColorConversionBatchTests|HSBBatchTests|FiniteTests
ANIMATOR_TESTS = $(basename $(notdir $(wildcard Tests/VectorKernelsTests/Animator/*Tests.swift)))
EMPTY =
SANITIZE_TESTS ?= $(subst $(EMPTY) $(EMPTY),|,Animator Tabulated PreparedKeyframesCodable ComparisonKernels $(ANIMATOR_TESTS))
# The files and folders with these tests, in Tests/VectorKernelsTests. Nothing means all.
SANITIZE_SOURCES ?=
SANITIZE_LEVELS ?= portable $(filter x86-64-v%,$(lastword $(shell $(BENCH) levels)))
SECONDS ?= 60
DOCS_BASE ?= /
PREFIX ?= /usr/local
SOURCES = Package.swift Sources Tests Snippets Fuzz Examples $(addprefix Benchmarks/,Package.swift Sources Tests languages) \
  $(addprefix Bindings/C/,Package.swift Sources)

.PHONY: help build test sanitize fuzz snippets bench report bench-compare bench-gate bench-quick languages peers kernels kernels-check platforms embedded web web-check window window-picture window-check recipes-check exhaust arm64-table docs api-check api-baseline lint format consumer-check consumer-results c c-install c-check clean

help: ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

build: ## Build the library and the benchmark program
	$(SWIFT) build -c release $(BENCHMARKS)

test: ## Run the tests at every level that this machine has
	$(SWIFT) build -c release --build-tests
	$(SWIFT) build -c release --build-tests $(BENCHMARKS)
	@levels=$$($(BENCH) levels) && test -n "$$levels" && for level in $$levels; do \
	  echo "== $$level"; \
	  for package in "" "$(BENCHMARKS)"; do \
	    VECTORKERNELS_ISA=$$level $(SWIFT) test -c release --skip-build $$package || exit 1; \
	  done; \
	done

# Sanitizers see what the compiler instruments, so the kernels are compiled from their source here, for every level: generated assembly
# would hide what they read and write. Leaks aren't looked for, because XCTest leaves objects behind, and references that Swift keeps
# in enums, with bits of the case in them, count as lost.
sanitize: build ## Run the animator's tests, with a million random operations, under AddressSanitizer and ThreadSanitizer
	@$(if $(SANITIZE_SOURCES),export VECTORKERNELS_TEST_SOURCES="$(SANITIZE_SOURCES)";) \
	for sanitizer in $(SANITIZERS); do for level in $(SANITIZE_LEVELS); do \
	  echo "== $$sanitizer, $$level"; \
	  options="-c release --sanitize=$$sanitizer --scratch-path $(BUILD)/$$sanitizer/$$level"; \
	  options="$$options -Xswiftc -DVECTORKERNELS_FROM_SOURCE -Xcc -DVECTORKERNELS_FROM_SOURCE"; \
	  case $$level in x86-64-*) options="$$options -Xcc -march=$$level -Xswiftc -Xcc -Xswiftc -march=$$level";; esac; \
	  $(SWIFT) build --product VectorKernelsPackageTests $$options && \
	  { $(SWIFT) test list --skip-build $$options | grep -E "$(SANITIZE_TESTS)" > /dev/null || \
	    { echo "no test is called $(SANITIZE_TESTS)"; exit 1; }; } && \
	  ASAN_OPTIONS=detect_leaks=0 VECTORKERNELS_CASES=$(SANITIZE_CASES) \
	  $(SWIFT) test --skip-build $$options --filter "$(SANITIZE_TESTS)" || exit 1; \
	done; done

fuzz: ## Fuzz every parser and decoder with libFuzzer, each for SECONDS=60
	$(PYTHON) Scripts/fuzz.py --seconds $(SECONDS) $(FUZZ_OPTIONS)

snippets: ## Run the snippets and compare their output with the output in their files
	$(PYTHON) Scripts/snippets.py

bench: build ## Measure every kernel, scene and animation file, and write this kind of machine's folder of Benchmarks/results
	@mkdir -p $(HERE) $(BUILD)/runs
	@for run in 1 2 3; do \
	  echo "run $$run of 3"; \
	  $(BENCH) kernels --runs 3 --json $(BUILD)/runs/$$run.json || exit; \
	done
	$(BENCH) merge $(BUILD)/runs/[123].json --json $(HERE)/kernels.json
	$(BENCH) scenes --passes 2 --json $(HERE)/scenes.json
	$(BENCH) lottie Benchmarks/lottie/*.json --json $(HERE)/lottie.json
	$(BENCH) solvers --json $(HERE)/solvers.json --markdown $(HERE)/solvers.md
	$(BENCH) scaling --json $(HERE)/scaling.json
	$(BENCH) gate $(HERE)/gate.json --write
	$(BENCH) report --readme README.md

report: build ## Write tables and charts from Benchmarks/results, without measuring
	$(BENCH) report --readme README.md

# Three short runs: what one of them sees, the others don't.
bench-compare: build ## Measure every kernel and fail on regressions, beyond noise, against the committed results
	@test -e $(HERE)/kernels.json || { echo "there is no $(HERE)/kernels.json to compare with: 'make bench' measures it"; exit 1; }
	@mkdir -p $(BUILD)/compare
	@for run in 1 2 3; do \
	  echo "run $$run of 3"; \
	  $(BENCH) kernels --seconds 0.1 --passes 1 --json $(BUILD)/compare/$$run.json $(BENCH_OPTIONS) > $(BUILD)/compare/$$run.txt || exit; \
	done
	$(BENCH) compare $(HERE)/kernels.json $(BUILD)/compare/[123].json

# The second run proves that the first one would have found something. Where the clock follows the load, as on cores with
# AVX-512 whose neighbours are busy, the ratios aren't steady enough to be kept, and nothing is compared.
bench-gate: build ## Fail, within two minutes, if a kernel is a fifth slower than the committed results of this kind of machine
	@gate=$(HERE)/gate.json; \
	test -e $$gate || { echo "there is no $$gate: nothing was compared ('$(BENCH) gate $$gate --write' measures one)"; exit 0; }; \
	$(BENCH) gate $$gate && $(BENCH) gate $$gate --filter interpolate/uniform,easing/back,springs/step --plant

bench-quick: build ## Measure every kernel and scene in under two minutes, without writing results
	$(BENCH) kernels --quick $(BENCH_OPTIONS)
	$(BENCH) scenes --quick

languages: build ## Compare WebAssembly with JavaScript, and calls from C and Python with Swift's
	@mkdir -p $(HERE)
	$(PYTHON) Scripts/languages.py --results $(HERE)/languages.json

peers: ## Build the peers of the benchmarks from installed libraries
	@CC="$(CC)" CXX="$(CXX)" PYTHON="$(PYTHON)" sh Benchmarks/peers/build.sh

# Whichever comes first on the command line, `make bench peers` measures with the peers it has built.
ifneq ($(filter peers,$(MAKECMDGOALS)),)
bench bench-quick: peers
endif

kernels: ## Generate the builds of the kernels for x86-64 and arm64 from their Swift source
	$(PYTHON) Scripts/kernels generate

kernels-check: ## Check that the generated kernels are up to date and clean
	$(PYTHON) Scripts/kernels check

platforms: ## Run every kernel on arm64, WebAssembly and each x86-64 level, and compare them bit for bit
	$(PYTHON) Scripts/platforms.py

embedded: ## Play a scene with the whole library as Embedded Swift on arm64 and WebAssembly, and compare it with x86-64
	$(PYTHON) Scripts/embedded.py

web: ## Build the page of Examples/web: a hundred thousand dots in a browser
	$(PYTHON) Scripts/web.py build

web-check: ## Play that page in headless Chromium
	$(PYTHON) Scripts/web.py check

window: ## Build and run the program of Examples/window: cards to drag and fling
	$(SWIFT) run -c release --package-path Examples/window cards

window-picture: ## Record that program into docs/images/cards.png, the README's moving picture
	$(PYTHON) Scripts/window.py picture

window-check: ## Drag cards in that program on a screen in memory, and compare the picture with what it records
	$(PYTHON) Scripts/window.py check

recipes-check: ## Add an easing, a kernel and a level to a copy of the package as CONTRIBUTING says, and run them
	$(PYTHON) Scripts/recipes.py

# Each level that this machine has, and arm64 and WebAssembly in samples; then the tests of errors, of all that there is.
exhaust: build ## Run kernels on every Float and every 8-bit colour, at every level: an hour and a half on two cores
	$(PYTHON) Scripts/exhaust.py
	$(SWIFT) build -c release --build-tests
	@levels=$$($(BENCH) levels) && test -n "$$levels" && for level in $$levels; do \
	  echo "== $$level"; \
	  VECTORKERNELS_EXHAUSTIVE=1 VECTORKERNELS_ISA=$$level \
	  $(SWIFT) test -c release --skip-build --filter "$(EXHAUSTIVE_TESTS)" || exit 1; \
	done

arm64-table: ## Count the instructions of arm64's loops, with the bound of a processor model (needs llvm-mca)
	$(PYTHON) Scripts/kernels table

docs: ## Build the documentation into .build/docs, for the path DOCS_BASE=/, and fail on warnings and ungrouped symbols
	$(PYTHON) Scripts/documentation.py build $(DOCS_BASE)
	$(PYTHON) Scripts/documentation.py self-test

api-check: ## Compare the public interface with api/VectorKernels.txt
	$(PYTHON) Scripts/api.py check
	$(PYTHON) Scripts/api.py self-test

api-baseline: ## Write the public interface into api/VectorKernels.txt
	$(PYTHON) Scripts/api.py write

lint: ## Check the sources' formatting, the library's layers, and its minimum system versions
	@if git grep -nE '^(<<<<<<<|>>>>>>>) '; then echo 'a merge is unfinished'; exit 1; fi
	@if git grep -nE '[sS]pan\.memory' Sources/InterpolationKernels Sources/VectorKernels | grep -vE ':[0-9]+: *//'; then \
	  echo 'memory of a local span, which may be freed before the pointer is used (Spans.swift)'; exit 1; fi
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)
	$(PYTHON) Scripts/layers.py
	$(PYTHON) Scripts/layers.py --self-test
	$(PYTHON) Scripts/older_systems.py

format: ## Format the Swift sources
	$(SWIFT) format format --in-place --parallel --recursive $(SOURCES)

consumer-check: ## Use the package from another one, by tag: the README's programs, debug builds, build times and sizes
	$(PYTHON) Scripts/consumer.py

consumer-results: ## Do the same, and write build times and sizes to Benchmarks/results
	$(PYTHON) Scripts/consumer.py --results $(RESULTS)/builds.json

c: ## Build the library for C, static and dynamic, into Bindings/C/.build/library
	$(PYTHON) Scripts/c_library.py build

c-install: ## Install the libraries of `make c`, the header and a pkg-config file below PREFIX=/usr/local
	$(PYTHON) Scripts/c_library.py install $(PREFIX)

c-check: ## Build the library for C, compare it with its header, and run its tests and the examples
	$(PYTHON) Scripts/c_library.py check
	$(PYTHON) Scripts/c_library.py self-test

clean: ## Remove all built files
	rm -rf $(BUILD) Benchmarks/.build Bindings/C/.build Examples/web/dots.wasm Examples/window/.build $(PEERS)
