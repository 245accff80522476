# `make run` needs only Python 3.11 or newer, make, and access to a package registry. `make test` also needs Chromium and
# PostgreSQL 15 or newer, which it installs by itself where possible (Debian, as root).
.DEFAULT_GOAL := help
SHELL := /bin/sh
.PHONY: help dev run serve test quick test-postgres check lint types imports migrations data openapi bench load fuzz pins fix clean

PY := .venv/bin/python
# One more than CI has cores: tests with a browser or their own processes often wait for them.
PYTEST_WORKERS ?= 3
# A module's tests stay together, so that what they share is started once.
PYTEST_SHARED := -n $(PYTEST_WORKERS) --dist loadfile --no-loadscope-reorder
ARGS ?=
# Tests start hundreds of Python processes, which should not each compile every module.
unexport PYTHONDONTWRITEBYTECODE
# What `make serve` watches.
SOURCES := cards decks rules web fivesails_site templates static

help:  ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

dev:
	@scripts/venv requirements.txt requirements-dev.txt

run:  ## run the site with everything it needs, on http://127.0.0.1:8000/ (PORT= for another port)
	@scripts/venv requirements.txt
	@exec $(PY) -m fivesails_site.supervisor

serve: dev  ## run it for development: restarts when a file changes, with Django's debug pages
	@FIVESAILS_DEBUG=1 FIVESAILS_LAZY_FACES=1 exec .venv/bin/watchfiles --sigint-timeout 20 --filter default --target-type command \
		"$(PY) -m fivesails_site.supervisor" $(SOURCES)

quick: dev  ## run the tests that need no browser and no second process (ARGS= for pytest)
	@$(PY) -m pytest -n 2 --dist loadfile -p no:schemathesis -m quick $(ARGS)

test: dev  ## run every test on SQLite, then those that depend on the database on PostgreSQL (with ARGS= only the first)
	@$(PY) tests/chromium.py
	@$(PY) -m pytest $(PYTEST_SHARED) $(if $(CI),--durations 20) $(ARGS)
	@$(if $(ARGS),:,$(PY) tests/postgres.py $(PYTEST_SHARED) -m database)

test-postgres: dev  ## run every test on a private PostgreSQL (ARGS= for pytest)
	@$(PY) tests/chromium.py
	@$(PY) tests/postgres.py $(PYTEST_SHARED) $(ARGS)

check: dev  ## lint, check types, imports, migrations, card data and the OpenAPI file
	@$(MAKE) --no-print-directory --jobs 2 --output-sync lint types imports migrations data openapi

lint: dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .

types: dev
	$(PY) -m mypy

imports: dev
	.venv/bin/lint-imports

migrations: dev
	$(PY) manage.py makemigrations --check --dry-run

data: dev
	$(PY) manage.py check_cards

openapi: dev
	@mkdir -p var
	$(PY) manage.py spectacular --validate --fail-on-warn --file var/openapi.yaml
	@cmp -s var/openapi.yaml docs/reference/openapi.yaml || \
		{ echo "docs/reference/openapi.yaml is out of date; run: make fix" >&2; exit 1; }

fix: dev  ## format, fix what ruff can, regenerate the OpenAPI file and the search reference
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .
	$(PY) -m cards.query.write_reference
	$(PY) manage.py spectacular --validate --fail-on-warn --file docs/reference/openapi.yaml

bench: dev  ## measure every speed claim, as ratios within one run
	@set -e; for file in benchmarks/[a-z]*.py; do name=$$(basename $$file .py); echo "== $$name"; $(PY) -m benchmarks.$$name; done

load: dev  ## measure the site under load, as ratios to a bare view; fails if a target is missed (ARGS= for options)
	@$(PY) -m benchmarks.load $(ARGS)

fuzz: dev  ## run the property tests with over 100,000 inputs to pages, API and parsers
	@mkdir -p var && rm -f var/fuzz.counts
	@FUZZ_COUNTS=$(CURDIR)/var/fuzz.counts HYPOTHESIS_PROFILE=long \
		$(PY) -m pytest $(PYTEST_SHARED) -m "hypothesis or fuzz" --timeout 1800 $(ARGS)
	@$(PY) -m tests.fuzz.counts var/fuzz.counts $(if $(ARGS),0,100000)

pins:  ## compile requirements*.in to exact pins with hashes (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --no-header --generate-hashes requirements.in -o requirements.txt
	uv pip compile --quiet --universal --python-version 3.11 --no-header --generate-hashes requirements-dev.in -o requirements-dev.txt

clean:  ## remove everything built and every cache, but not the database in var/
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .schemathesis var/static var/static.stamp
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
