# `make run` and `make test` need Python 3.11 or newer, make, and a way to the package registry; nothing else.
.DEFAULT_GOAL := help
SHELL := /bin/sh
.PHONY: help dev run test test-postgres check lint types imports migrations data openapi bench fuzz pins fix clean

PY := .venv/bin/python
PYTEST_WORKERS ?= 2
ARGS ?=

help:  ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

dev:
	@scripts/venv requirements.txt requirements-dev.txt

run:  ## the site with everything it needs, on http://127.0.0.1:8000/ (PORT= for another)
	@scripts/venv requirements.txt
	@exec $(PY) -m fivesails_site.supervisor

test: dev  ## every test, real browser and real queue included (ARGS= for pytest)
	@$(PY) tests/chromium.py
	@$(PY) -m pytest -n $(PYTEST_WORKERS) --dist loadgroup $(ARGS)

test-postgres: dev  ## the tests that need no browser, on a private PostgreSQL of their own
	@$(PY) tests/postgres.py -n $(PYTEST_WORKERS) --dist loadgroup -m "not browser and not live" $(ARGS)

check: lint types imports migrations data openapi  ## everything that can be known without running the tests

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
		{ echo "docs/reference/openapi.yaml is not what the code says; run: make fix" >&2; exit 1; }

fix: dev  ## format, mend what ruff can mend, write the OpenAPI file anew
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .
	$(PY) manage.py spectacular --validate --fail-on-warn --file docs/reference/openapi.yaml

bench: dev  ## every speed claim, as ratios measured in one run
	@set -e; for file in benchmarks/[a-z]*.py; do name=$$(basename $$file .py); echo "== $$name"; $(PY) -m benchmarks.$$name; done

fuzz: dev  ## the property tests, with many more examples
	@HYPOTHESIS_PROFILE=long $(PY) -m pytest -n $(PYTEST_WORKERS) --dist loadgroup -m "hypothesis or fuzz" --timeout 900 $(ARGS)

pins:  ## compile requirements*.in to exact pins (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --no-header requirements.in -o requirements.txt
	uv pip compile --quiet --universal --python-version 3.11 --no-header requirements-dev.in -o requirements-dev.txt

clean:  ## remove what was built and every cache; the database in var/ stays
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .schemathesis var/static var/static.stamp
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
