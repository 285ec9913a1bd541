# make play: a table in the terminal. make test: every check. Both set up all they need in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?=

.PHONY: play test format check types tests services bench golden protocol pictures clean

play: $(VENV)/.play
	@$(BIN)/pasch play $(GAME)

test: check types tests

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

tests: $(VENV)/.dev services
	$(BIN)/python -m pytest -n auto --cov --cov-report=
	$(BIN)/python -m coverage report --include='src/pasch/engine/*,src/pasch/games/*/rules.py' --fail-under=100
	$(BIN)/python -m coverage report --skip-covered --fail-under=90

# The tests start PostgreSQL and Redis themselves; this only sees to it that they are there. It never fails: the tests
# that need a missing one are skipped, or fail where CI is set.
REDIS := redis-server
INITDB := initdb /usr/lib/postgresql/*/bin/initdb
APT := apt-get -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20 -o DPkg::Lock::Timeout=60
POLICY := /usr/sbin/policy-rc.d

define find_services
missing=; \
command -v $(REDIS) >/dev/null 2>&1 || missing=redis-server; \
for program in $(INITDB); do command -v $$program >/dev/null 2>&1 && break; done || missing="$${missing:+$$missing }postgresql"
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

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.bench
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python -m benchmarks.server
	$(BIN)/python -m benchmarks.where
	$(BIN)/python -m benchmarks.idle

golden: $(VENV)/.dev
	$(BIN)/python -m tests.golden

protocol: $(VENV)/.dev
	$(BIN)/python docs/make_protocol.py

pictures: $(VENV)/.dev
	$(BIN)/python docs/make_pictures.py

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Pasch needs Python 3.11 or newer, this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.play: $(VENV)/.python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(VENV)/.dev: $(VENV)/.python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@ $(VENV)/.play

$(VENV)/.bench: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench]'
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .coverage build dist
