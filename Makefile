# Every target works on a bare machine with Python 3.11 or newer, pip and make:
# the first one run makes .venv and installs prikup into it, with what the tests need.
#   make test PYTHON=python3.12      picks the interpreter that .venv is made with

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
PEERS := .venv/.peers

.PHONY: help demo test test-all lint types bench notebooks clean
.DELETE_ON_ERROR:

help:
	@echo 'make demo       a tournament at Ninety-Nine: heuristic, search and random play'
	@echo 'make test       the quick tests'
	@echo 'make test-all   the long ones too: fuzzing, playing strength'
	@echo 'make lint       ruff'
	@echo 'make types      mypy'
	@echo 'make bench      speed of rules, search and solvers, against OpenSpiel'
	@echo 'make notebooks  run every notebook from top to bottom'
	@echo 'make clean      remove builds and caches (.venv and runs/ stay)'

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "prikup needs Python 3.11 or newer, this is %d.%d; try: make PYTHON=python3.12 ..." % sys.version_info[:2])'
	$(PYTHON) -m venv .venv

$(STAMP): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --only-binary open_spiel --editable '.[openspiel]' \
		|| echo 'OpenSpiel has no ready-made package for this interpreter: tests that need it will be skipped'
	@touch $@

$(PEERS): $(STAMP)
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[bench]'
	@touch $@

demo: $(STAMP)
	$(BIN)/prikup arena ninety_nine heuristic ismcts:sims=500 random --deals 60 --workers 2 --out runs/demo
	@find runs/demo \( -name '*.png' -o -name '*.svg' \) -print | sed 's/^/picture: /'

test: $(STAMP)
	$(BIN)/pytest -q -n 2

test-all: $(STAMP)
	$(BIN)/pytest -q -n 2 -m 'long or not long'

lint: $(STAMP)
	$(BIN)/ruff check .

types: $(STAMP)
	$(BIN)/mypy

bench: $(PEERS)
	$(BIN)/prikup bench speed
	$(BIN)/prikup bench search
	$(BIN)/prikup bench cfr

notebooks: $(STAMP)
	@if ls notebooks/*.ipynb >/dev/null 2>&1; then $(BIN)/jupyter-execute notebooks/*.ipynb; \
	else echo 'no notebooks yet'; fi

clean:
	rm -rf build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
	find envs agents training benchmarks cli tests -name __pycache__ -type d -prune -exec rm -rf {} +
