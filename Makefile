# GhostHands. `make help` lists what there is; every target sets up what it needs first.
.DEFAULT_GOAL := help
SHELL := /bin/bash

VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= python3
UV_VERSION := 0.13.8
UV := $(VENV)/bin/uv
READY := $(VENV)/.ready
# A company's proxy shows certificates of its own. pip is told of them by settings that uv and Node do not read, so they
# are told here; where pip is told nothing, the system's are right for both (uv: system-certs in pyproject.toml).
PIP_SETTING = $(shell $(BIN)/python -m pip config get $(1) 2>/dev/null)
TRUSTED = $(or $(PIP_CERT),$(call PIP_SETTING,global.cert),$(REQUESTS_CA_BUNDLE),$(CURL_CA_BUNDLE),$(SSL_CERT_FILE))
OF_THE_SYSTEM = $(firstword $(wildcard /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt))
TRUST_OF_UV = $(TRUSTED:%=SSL_CERT_FILE="%")
TRUST_OF_NODE = NODE_EXTRA_CA_CERTS="$(or $(NODE_EXTRA_CA_CERTS),$(TRUSTED),$(OF_THE_SYSTEM))"
# Where Python is told to keep no compiled code, each of the hundreds of processes that the tests start would compile all
# that it imports.
export PYTHONDONTWRITEBYTECODE :=
PYTEST := $(BIN)/pytest
WIDGETS := tests/widgets
# The four parts of `make test`, and of `make test-slow`, mostly wait, for browsers and processes, and take about as long
# as one another. The last is whatever the others leave out.
TELLING := tests/unit tests/property tests/replay tests/integration/projector tests/integration/intake \
           tests/integration/messaging
DRIVING := tests/integration/browser_host tests/integration/services tests/faults tests/e2e/leaks tests/e2e/live \
           tests/attack $(wildcard tests/harm/test_[a-f]*.py)
RESISTING := $(filter-out $(DRIVING),$(wildcard tests/harm/test_*.py))
MARKS = not faults and not heavy and not slow
PART = set -o pipefail; $(PYTEST) $(2) -m "$(MARKS)" -o cache_dir=.pytest_cache/part-$(1) | sed -u "s/^/$(1)│ /"
MAGNITUDE := services/browser-host/sidecars/magnitude

.PHONY: help install setup setup-magnitude demo up test test-slow test-telling test-driving test-resisting test-applying test-unit test-integration test-e2e test-heavy test-faults test-storm test-widgets test-mutations test-harm test-attack test-engines test-deploy test-model lint type fmt imports schemas \
	schemas-check check bench bench-forms eval-forms screenshots clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-18s %s\n", $$1, $$2}'

install: setup  ## everything that is needed: .venv, the locked packages, Chromium
setup: $(READY)

$(UV):
	@echo "── making $(VENV)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "GhostHands needs Python 3.11 or newer; say which with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $(VENV) \
		|| { echo "python3 -m venv failed; on Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)

$(READY): $(UV) uv.lock pyproject.toml $(wildcard libs/*/pyproject.toml services/*/pyproject.toml)
	@echo "── installing the locked packages"
	@$(TRUST_OF_UV) VIRTUAL_ENV=$(abspath $(VENV)) $(UV) sync --frozen --all-packages --quiet --inexact
	@echo "── finding Chromium"
	@$(TRUST_OF_NODE) $(BIN)/python -m ghosthands.chromium install
	@touch $@

setup-magnitude: $(MAGNITUDE)/node_modules/.package-lock.json  ## the engine that works by sight: npm's magnitude-core; needs Node 20
$(MAGNITUDE)/node_modules/.package-lock.json: $(MAGNITUDE)/package-lock.json
	@command -v npm >/dev/null || { echo "magnitude runs on Node 20 or newer, which is not here; install it with npm"; exit 1; }
	@echo "── installing magnitude-core"
	@$(TRUST_OF_NODE) npm --prefix $(MAGNITUDE) ci --silent --ignore-scripts --no-audit --no-fund
	@touch $@

demo: setup  ## run three applications end to end on the practice careers site
	@$(BIN)/ghosthands demo

up: setup  ## start the embedded stack and leave it running
	@$(BIN)/ghosthands up

test: setup  ## every test but the slow and heavy ones, in four parts side by side; 12 to 17 minutes on two cores
	@$(MAKE) --no-print-directory --jobs=4 --keep-going test-telling test-driving test-resisting test-applying

test-slow: setup  ## the slow ones, in four parts: kills at every step, full disks, leaks, long stories; as long again
	@$(MAKE) --no-print-directory --jobs=4 --keep-going MARKS="slow and not faults and not heavy" test-telling test-driving test-resisting test-applying

test-telling: setup
	@$(call PART,1,$(TELLING))

test-driving: setup
	@$(call PART,2,$(DRIVING))

test-resisting: setup
	@$(call PART,3,$(RESISTING))

test-applying: setup
	@$(call PART,4,$(addprefix --ignore=,$(TELLING) $(DRIVING) $(RESISTING)))

test-heavy: setup  ## every widget and page of the practice site in real Chromium; every bench does the same work as its peer
	@$(PYTEST) -m heavy

test-unit: setup  ## the pure and fast ones
	@$(PYTEST) tests/unit tests/property tests/replay

test-integration: setup  ## real NATS and PostgreSQL
	@$(PYTEST) tests/integration -m "not faults and not heavy"

test-e2e: setup  ## every service and a real Chromium
	@$(PYTEST) tests/e2e -m "not faults and not heavy"

test-faults: setup  ## kill every process at every fault point
	@$(PYTEST) tests -m faults

test-storm: setup  ## kill at random while jobs of every kind go on: make test-storm KILLS=1000 SEED=7 JOBS=8
	@GHOSTHANDS_STORM_KILLS=$(or $(KILLS),100) GHOSTHANDS_STORM_SEED=$(or $(SEED),0) GHOSTHANDS_STORM_JOBS=$(or $(JOBS),4) $(PYTEST) tests/faults/test_storm.py -m faults -s

test-widgets: setup  ## fill the real widgets of npm, bundled into pages; needs Node
	@command -v npm >/dev/null || { echo "the widgets are bundled with Node, which is not here; on Debian and Ubuntu: apt-get install nodejs npm"; exit 1; }
	@cmp -s $(WIDGETS)/package-lock.json $(WIDGETS)/node_modules/.locked || { \
	  $(TRUST_OF_NODE) npm --prefix $(WIDGETS) ci --silent --no-audit --no-fund --legacy-peer-deps --ignore-scripts && \
	  cp $(WIDGETS)/package-lock.json $(WIDGETS)/node_modules/.locked; }
	@npm --prefix $(WIDGETS) run --silent build
	@$(PYTEST) tests/widgets

test-mutations: setup  ## change forms between two applications: never a wrong value, most of it without a model
	@$(PYTEST) tests/mutations tests/e2e/jobs/test_second_run.py -s

test-harm: setup  ## apply on hostile and clumsy pages; judged by what their server received
	@$(PYTEST) tests/harm

test-attack: setup  ## apply where pages order a model about that obeys; judged by what the servers received, the model's too
	@$(PYTEST) tests/attack

test-engines: setup  ## switch between the real engines on a live page; without Node those that need it are skipped by name
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory setup-magnitude; fi
	@$(PYTEST) tests/engines

test-deploy: setup  ## deploy/: hadolint, Helm, docker compose's own reading, promtool (apt-get install prometheus), a stack run by its settings; NATS_CHART=FILE.tgz for three NATS servers
	@$(TRUST_OF_UV) VIRTUAL_ENV=$(abspath $(VENV)) $(UV) sync --frozen --all-packages --group deploy --quiet --inexact
	@PATH="$(abspath $(BIN)):$$PATH" $(PYTEST) tests/deploy tests/unit/deploy

test-model: setup  ## a few questions to the real models that are configured, skipped by name without one; costs cents
	@GHOSTHANDS_TEST_MODEL=1 $(PYTEST) tests/model

fmt: setup  ## format the code
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

lint: setup  ## ruff
	@$(BIN)/ruff format --check . && $(BIN)/ruff check .

type: setup  ## mypy, strict
	@$(BIN)/mypy

imports: setup  ## the import contracts
	@$(BIN)/lint-imports

schemas: setup  ## generate proto-schemas/ and the NATS permissions from the code
	@$(BIN)/python -m ghosthands.messaging.server.schemas proto-schemas deploy/nats
	@$(BIN)/python -m ghosthands.contract.published proto-schemas/outer
	@$(BIN)/python -m ghosthands.hitl_gateway.http.committed proto-schemas/openapi.json
	@$(BIN)/python -m ghosthands.testkit.golden proto-schemas tests/replay/golden

schemas-check: setup  ## are the committed ones what the code says?
	@$(BIN)/python -m ghosthands.messaging.server.schemas --check proto-schemas deploy/nats
	@$(BIN)/python -m ghosthands.contract.published --check proto-schemas/outer
	@$(BIN)/python -m ghosthands.hitl_gateway.http.committed --check proto-schemas/openapi.json

check: lint type imports schemas-check test test-slow  ## what CI runs

bench: setup  ## measure beside the peers: make bench NAME=append
	@$(BIN)/ghosthands bench $(NAME)

bench-forms: setup  ## fill every labelled form page and read it back
	@$(BIN)/python tests/forms/fill_and_read_back.py

eval-forms: setup  ## how well fields are understood on labelled pages, those of unseen sites beside the others
	@$(BIN)/python tests/forms/evaluate.py

screenshots: setup  ## every page of the console, light and dark, desk and phone, into screenshots/
	@PYTHONPATH=. $(BIN)/python tests/e2e/console/screenshots.py screenshots

clean:  ## remove what was set up here
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
