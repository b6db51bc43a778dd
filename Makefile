# make notebooks   every notebook executed afresh, as HTML under build/notebooks
# make test        everything that CI runs; the browser tests only where Chromium and npm are
# make claims      every notebook with other seeds and other numbers of deals: all its asserts must hold
# make refresh     execute the notebooks in place, after a change
# make lab         JupyterLab on the notebooks
# make book        the notebooks and the reference as a book of static pages, under build/book; with BOOK_URL=, where
#                  it will stand, canonical links and a sitemap too; with REPOSITORY_URL= a link to the repository
# make screenshots the picture of the page Score a hand that a shared link shows
# make bench       the benchmarks, into benchmarks/RESULTS.md; with BILLION=1 a billion deals too

PYTHON ?= python3
CONSTRAINTS ?= constraints.txt
BIN := .venv/bin
READY := .venv/ready
EXTRAS := notebooks,test,tricks
EXTRA := build/extra
PEERS := build/peers
BOOK_SOURCE := build/book-source
CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
NPM ?= $(shell command -v npm)
NOTEBOOKS := $(wildcard notebooks/*.ipynb)
PYODIDE := build/npm/node_modules/pyodide
HAS_SOLVER = $(BIN)/python -c 'import endplay' 2> /dev/null
INSTALL = $(BIN)/python -m pip install --quiet --no-compile $(PINS) --editable
PINS = $(if $(CONSTRAINTS),--constraint $(CONSTRAINTS))

# One thread a process: the kernels are fast enough, and the machine may be shared.
export OMP_NUM_THREADS ?= 1
export CHROMIUM
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# pip compiles nothing here, so Python must keep what it compiles: else each process compiles all that it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: notebooks test lint types unit bench-once regression other-seed claims test-browser without-browser refresh lab book screenshots bench clean

notebooks: $(READY)
	$(BIN)/jupyter nbconvert --execute --to html --output-dir build/notebooks --template cardlab \
		--TemplateExporter.extra_template_basedirs=notebooks/template $(NOTEBOOKS)
	@echo "Open build/notebooks/00_tour.html"

test: lint types unit bench-once regression other-seed $(if $(and $(CHROMIUM),$(NPM)),test-browser,without-browser)

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY)
	$(BIN)/mypy

unit: $(READY)
	@$(HAS_SOLVER) || echo "Left out: the double dummy solver, for endplay cannot be installed on this Python"
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile $$($(HAS_SOLVER) || echo --ignore tools/double_dummy.py)

# Each benchmark once, untimed, so that none is broken when it is wanted.
bench-once: $(PEERS)
	PYTHONPATH=$(PEERS) $(BIN)/python -m pytest benchmarks --override-ini filterwarnings=default --benchmark-disable --quiet

regression: $(READY)
	$(BIN)/python -m pytest --override-ini filterwarnings=default --nbval --nbval-current-env --numprocesses 2 --dist loadscope notebooks

test-browser: book $(EXTRA)/browser
	$(BIN)/python -m pytest tests/browser

without-browser:
	@echo "Left out: the browser tests of the book, for Chromium or npm is missing here (make test-browser CHROMIUM=...)"

screenshots: book $(EXTRA)/browser
	SCREENSHOTS=1 $(BIN)/python -m pytest tests/browser -k picture_of

other-seed: $(READY)
	$(BIN)/python notebooks/claims.py --quick

claims: $(READY)
	$(BIN)/python notebooks/claims.py

refresh: $(READY)
	$(BIN)/python notebooks/refresh.py $(NOTEBOOKS)

lab: $(READY)
	$(BIN)/jupyter lab notebooks

# The sources stand to each other as in this folder, so links lead to the same places. Nothing is executed.
book: $(EXTRA)/book $(PYODIDE)
	rm -rf $(BOOK_SOURCE) build/book
	mkdir -p $(BOOK_SOURCE)/benchmarks $(BOOK_SOURCE)/data $(BOOK_SOURCE)/notebooks
	cp -Rp book/. CHANGELOG.md $(BOOK_SOURCE)
	cp -p $(NOTEBOOKS) $(BOOK_SOURCE)/notebooks
	cp -p benchmarks/RESULTS.md $(BOOK_SOURCE)/benchmarks
	cp -p data/README.md $(BOOK_SOURCE)/data
	$(BIN)/python -m sphinx --quiet --fail-on-warning --keep-going --fresh-env --conf-dir book \
		--doctree-dir build/book-doctrees $(BOOK_SOURCE) build/book
	$(BIN)/python -m tools.site build/book $(PYODIDE)
	@echo "Open build/book/index.html"

# Python for the browser, for the page that scores a hand.
$(PYODIDE): book/package.json book/package-lock.json
	@test -n "$(NPM)" || { echo "The book needs npm, of Node.js, to fetch Python for the browser." >&2; exit 1; }
	mkdir -p build/npm
	cp -p book/.npmrc book/package.json book/package-lock.json build/npm
	$(NPM) ci --prefix build/npm --no-audit --no-fund --ignore-scripts --silent
	touch $@

bench: $(PEERS)
	PYTHONPATH=$(PEERS) $(BIN)/python -m pytest benchmarks --override-ini filterwarnings=default --benchmark-json build/benchmarks.json
	PYTHONPATH=$(PEERS) $(BIN)/python -m benchmarks.report build/benchmarks.json

# The package cribbage asks for an old numpy and an old pytest, but its scorer needs neither.
$(PEERS): $(EXTRA)/bench
	$(BIN)/python -m pip install --quiet --no-deps --upgrade --target $@ cribbage==1.3.2
	touch $@

# What only some commands need: an extra of pyproject.toml. Python compiles what it imports, so pip does not.
$(EXTRA)/%: $(READY)
	$(if $(findstring $*,$(EXTRAS)),,$(INSTALL) '.[$(EXTRAS),$*]')
	mkdir -p $(EXTRA)
	touch $@

$(READY): pyproject.toml $(CONSTRAINTS)
	$(PYTHON) -c 'import sys; sys.exit("cardlab needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(INSTALL) '.[$(EXTRAS)]'
	mkdir -p build
	touch $@

clean:
	rm -rf .venv build .mypy_cache .pytest_cache .ruff_cache .hypothesis
