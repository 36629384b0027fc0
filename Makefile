# Every target makes the environment it needs in .venv and keeps it while pyproject.toml and the pinned versions stay as they are.
# Needed beforehand: make, and Python 3.11 or later with its venv module.

PYTHON ?= python3
# Many tests wait for a browser, a server or the disk: twice as many processes as cores.
PYTEST_ARGS ?= --numprocesses=$$(($$(nproc) + 1)) --dist=loadfile --no-loadscope-reorder

VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin
PINNED := requirements/constraints.txt
USE := PATH="$(BIN):$$PATH"
# pip shows its progress on a terminal, and elsewhere only what goes wrong. Within $$(…) standard output is no terminal, so ask of the other.
INSTALL := $(BIN)/python -m pip install $$(test -t 2 || echo --quiet) --disable-pip-version-check --constraint $(PINNED) --editable

# Tests start many processes: each would otherwise compile every module anew where the machine has that set.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test compiled collected torture exact check format bench docs docs-update pin clean

help:
	@echo "make run          games, example PAR sheets, and where to go next"
	@echo "make test         all tests"
	@echo "make compiled     what tests compile, compiled once beforehand"
	@echo "make collected    the tests' own files, compiled once beforehand"
	@echo "make torture      100 killed processes on each store of the ledger"
	@echo "make exact        Pai Gow over the full deck, against the kept figures"
	@echo "make check        ruff and mypy"
	@echo "make format       put the sources in the form that check wants"
	@echo "make bench        speed, against other programs; writes docs/benchmarks.md"
	@echo "make docs         the documentation as pages in site/"
	@echo "make docs-update  make anew what commands print in README.md and docs/"
	@echo "make pin          pin the newest versions of what Pitbook stands on"
	@echo "make clean        remove all that these targets made"

run: $(VENV)/.made-to-run
	@$(USE) sh examples/tour.sh

test: $(VENV)/.made-to-develop
	$(USE) python -m pytest $(PYTEST_ARGS)

compiled: $(VENV)/.made-to-develop
	$(USE) python tools/compile_ahead.py

collected: $(VENV)/.made-to-develop
	@$(USE) python -m pytest --collect-only > /dev/null

torture: $(VENV)/.made-to-develop
	$(USE) PYTHONPATH=tests/ledger python -m ledger_torture --kills 100

exact: $(VENV)/.made-to-develop
	$(USE) python benchmarks/pai_gow_exact.py

check: $(VENV)/.made-to-develop
	$(USE) ruff check .
	$(USE) ruff format --check .
	$(USE) mypy

format: $(VENV)/.made-to-develop
	$(USE) ruff check --fix .
	$(USE) ruff format .

bench: $(VENV)/.made-to-develop
	$(USE) python benchmarks/run.py

docs: $(VENV)/.made-to-develop
	$(USE) mkdocs build --strict --quiet
	@echo "open site/index.html"

docs-update: $(VENV)/.made-to-develop
	$(USE) python tools/update_docs.py

# A fresh environment, so that nothing installed by hand is pinned.
pin:
	rm -rf build/pin
	$(PYTHON) -m venv build/pin
	build/pin/bin/python -m pip install --quiet --upgrade pip
	build/pin/bin/python -m pip install --quiet --editable '.[dev]'
	build/pin/bin/python -m pip freeze --exclude-editable > $(PINNED)
	rm -rf build/pin

clean:
	rm -rf $(VENV) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests tools benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made-to-run: pyproject.toml $(PINNED) | $(VENV)/.made
	@echo "Installing Pitbook and what it stands on (numpy, numba and others) in $(VENV); the first time takes a minute or two." >&2
	@$(INSTALL) .
	@touch $@

$(VENV)/.made-to-develop: pyproject.toml $(PINNED) | $(VENV)/.made
	@echo "Installing Pitbook with what its tests, pages and documents stand on in $(VENV); the first time takes some minutes." >&2
	@$(INSTALL) '.[dev]'
	@touch $@ $(VENV)/.made-to-run

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Pitbook needs Python 3.11 or later; name one with: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv module is missing; on Debian: apt-get install python3-venv" >&2; exit 1; }
	@echo "Making an environment in $(VENV)." >&2
	@$(PYTHON) -m venv $(VENV)
	@touch $@
