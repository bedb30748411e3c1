# Every target sets up what it needs. `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
FUZZ ?= 1
KILLS ?= 500
# A worker for each core, and one more for the time in which a test waits for a server or a browser: on two cores three
# workers take 5.5 minutes and two 6.4. Each starts on one stretch of the tests, so that what a file or a run sets up
# once is set up once a worker, and takes over from the others when it has finished. ARGS="-n 0" runs everything in one
# process.
WORKERS = -n $$($(BIN)/python -c "import os; print(1 + (os.cpu_count() or 1))") --dist worksteal
# Keep what Python compiled, whatever the environment says: each of the servers that tests start would compile
# Coscribe anew.
KEPT := env -u PYTHONDONTWRITEBYTECODE

.PHONY: help install demo test fuzz explore audit mutate torture rolling serve lint format docs bench load screenshots typescript web-vendor \
	clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

install: $(VENV)/.installed ## make .venv and install Coscribe into it

demo: install ## drafts, approves and places text in a sample paper: no key, no network
	@$(BIN)/coscribe demo

serve: install ## migrate the database and start the server
	@$(BIN)/coscribe serve

test: $(VENV)/.test-installed ## every test, offline, on all cores
	@tmp=$$(mktemp -d -p "$$($(BIN)/python -m tests.scratch)") && trap 'rm -rf "$$tmp"' EXIT && \
		TMPDIR=$$tmp $(KEPT) $(BIN)/python -m pytest $(WORKERS) $(ARGS)

fuzz: $(VENV)/.test-installed ## the property tests on new examples, as often as FUZZ says
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && for round in $$(seq $(FUZZ)); do \
		HYPOTHESIS_PROFILE=random TMPDIR=$$tmp $(BIN)/python -m pytest -m hypothesis $(ARGS) || exit 1; done

explore: $(VENV)/.test-installed ## Schemathesis over the whole API, many examples (ARGS="--examples 100 --seed 2 --only chat")
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && TMPDIR=$$tmp $(BIN)/python -m tests.api_explorer $(ARGS)

audit: $(VENV)/.test-installed ## what is known against the pinned libraries (asks an advisory service; skips where it can't be reached)
	@$(BIN)/python -m tests.audit $(ARGS)

lint: $(VENV)/.lint-installed ## ruff and strict types
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

format: $(VENV)/.lint-installed ## put the code into its usual form
	@$(BIN)/ruff check --fix-only . && $(BIN)/ruff format .

mutate: $(VENV)/.test-installed ## small faults in placement, drafting and services: which does no test notice? (ARGS="ROOM --sample 40 --seed 11")
	@tmp=$$(mktemp -d -p "$$($(BIN)/python -m tests.scratch)") && trap 'rm -rf "$$tmp"' EXIT && TMPDIR=$$tmp nice $(BIN)/python -m tests.mutation $(ARGS)

torture: $(VENV)/.test-installed ## kill -9 the server KILLS times and see that nothing is lost or done twice (half an hour)
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && TMPDIR=$$tmp $(BIN)/python -m tests.torture --kills $(KILLS) $(ARGS)

rolling: $(VENV)/.test-installed ## restart two servers behind a proxy while 1,000 people chat, and see that nobody notices (ARGS="--chats 200 --proxy caddy")
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && TMPDIR=$$tmp $(BIN)/python -m tests.torture.rolling $(ARGS)

docs: $(VENV)/.docs-installed ## the guides as a site in build/docs
	@$(BIN)/mkdocs build --quiet && echo "build/docs/index.html"

bench: $(VENV)/.test-installed ## our benchmarks and a sample of the yardsticks beside us; ARGS=--full for all of their cases
	@$(BIN)/python -m tests.bench $(ARGS)

load: $(VENV)/.test-installed ## what many people cost, beside a bare asyncio server: one table (ARGS="--chats 1000 --streams 1000")
	@$(BIN)/python -m tests.bench.load $(ARGS)

screenshots: $(VENV)/.test-installed ## the pictures of the page in docs/page, anew (needs a Chromium)
	@$(BIN)/python -m tests.page.screenshots docs/page

typescript: $(VENV)/.test-installed ## a TypeScript client made of /openapi.json compiles (needs Node and npm)
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && npm install --prefix $$tmp --no-package-lock --no-audit --no-fund \
		openapi-typescript@7 typescript@5 && NODE_MODULES=$$tmp/node_modules $(BIN)/python -m pytest -q tests/journeys/test_typescript.py

web-vendor: ## make the page's two bundles and the tests' axe-core anew (needs Node and npm; nobody else does)
	@tmp=$$(mktemp -d) && trap 'rm -rf "$$tmp"' EXIT && cp backend/web/bundles/package.json $$tmp/ && \
		npm install --prefix $$tmp --no-package-lock --no-audit --no-fund && node backend/web/bundles/build.mjs $$tmp

clean: ## remove the virtual environment and caches, never data/
	@rm -rf $(VENV) build *.egg-info .ruff_cache .mypy_cache .hypothesis

# setuptools comes with older venvs and is not needed once things are installed.
$(VENV)/.installed: pyproject.toml constraints.txt
	@echo "Making $(VENV) …"
	@$(PYTHON) -m venv $(VENV)
	@echo "Installing Coscribe and its libraries into it; the first time takes a minute or two …"
	@$(PIP) install --constraint constraints.txt --editable .
	@$(PIP) uninstall --yes setuptools 2>/dev/null || true
	@echo "Installed."
	@touch $@

$(VENV)/.test-installed: $(VENV)/.installed
	@$(PIP) install --constraint constraints.txt --editable '.[test]'
	@touch $@

$(VENV)/.lint-installed: $(VENV)/.test-installed
	@$(PIP) install --constraint constraints.txt --editable '.[test,lint]'
	@touch $@

$(VENV)/.docs-installed: $(VENV)/.installed
	@$(PIP) install --constraint constraints.txt --editable '.[docs]'
	@touch $@
