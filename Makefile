# make play: a table in the terminal. make test: every check. Both set up all they need in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAME ?=

.PHONY: play test format check types tests bench golden pictures clean

play: $(VENV)/.play
	@$(BIN)/pasch play $(GAME)

test: check types tests

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

tests: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto --cov --cov-report=
	$(BIN)/python -m coverage report --include='src/pasch/engine/*,src/pasch/games/*/rules.py' --fail-under=100
	$(BIN)/python -m coverage report --skip-covered --fail-under=90

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.bench
	$(BIN)/python benchmarks/engine.py

golden: $(VENV)/.dev
	$(BIN)/python -m tests.golden

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
