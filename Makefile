# What a newcomer needs: `make run` and `make test`. README.md tells the rest.

PYTHON ?= python3
PORT ?= 8000
# Processes that test at the same time, each with a database, channels and a site of its own.
WORKERS ?= 2
HOST ?= 127.0.0.1
export PORT

BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
RUNTIME := .venv/.runtime
DEV := .venv/.dev
PREPARED := var/.prepared
SOURCES := $(shell find static games/static games/migrations games/locale aton_site/settings.py -type f -not -name '*.mo' -not -path '*/__pycache__/*' 2>/dev/null)

.PHONY: messages screenshots run install test test-main test-services test-browser lint lint-types lint-rest format bench train lock system clean

run: $(PREPARED)
	@exec $(BIN)/python manage.py serve --host $(HOST)

install: $(RUNTIME)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Aton needs Python 3.11 or newer; set PYTHON=…" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv

$(RUNTIME): requirements.lock | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(DEV): requirements-dev.lock | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@ $(RUNTIME)

# Migrating and collecting is done again only when something that they read has changed, or
# when another database is named.
$(PREPARED): $(RUNTIME) $(SOURCES)
	@mkdir -p -m 700 var
	$(BIN)/python manage.py prepare
	@touch $@

ifdef DATABASE_URL
.PHONY: $(PREPARED)
endif
ifdef DATA_DIR
.PHONY: $(PREPARED)
endif

# Debian's packages that the tests use: installed when root, else named.
system:
	@.ci/system_packages

# The types take most of the time, so the rest is looked at beside them.
lint: $(DEV)
	@$(MAKE) --no-print-directory --jobs 2 lint-types lint-rest

lint-types: $(DEV)
	$(BIN)/mypy

lint-rest: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/djade --check --target-version 5.2 $$(git ls-files 'templates/*.html' | grep -v '^templates/fragments/')
	$(BIN)/djlint --quiet --lint templates
	$(BIN)/python manage.py makemigrations --check --dry-run

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/djade --target-version 5.2 $$(git ls-files 'templates/*.html' | grep -v '^templates/fragments/')

test: system lint test-main test-services test-browser

test-main: $(DEV)
	$(PYTEST) tests --ignore=tests/browser

# The same use-cases, pages and sockets again on PostgreSQL and Redis: all that can reach a
# database. What cannot (tests/conftest.py) would do the same as before.
test-services: $(DEV) system
	$(BIN)/python -m tests.services $(PYTEST) tests/usecases tests/web tests/live -m database

test-browser: $(DEV) system
	$(BIN)/python -m pytest tests/browser

bench: $(DEV)
	$(BIN)/python -m tests.bench

# The bots' weights anew, as the ones in the repository were made (docs/bots.md); an hour on two
# cores. `--resume` goes on from the last checkpoint.
train: $(RUNTIME)
	$(BIN)/python -m games.engine.bots.train

# Take new texts of the program into the catalogues (docs/translating.md); needs GNU gettext.
messages: $(DEV)
	$(BIN)/python manage.py makemessages --all --no-wrap --no-location $(foreach folder,.venv var tests docs,-i $(folder))

# Photograph every page and state into docs/screenshots/.
screenshots: $(DEV) system
	$(BIN)/python -m tests.shots.take

lock: $(DEV)
	$(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --no-header --python-version 3.11 --universal pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile -q --generate-hashes --no-emit-index-url --no-header --python-version 3.11 --universal --extra dev pyproject.toml -o requirements-dev.lock

clean:
	rm -rf .venv var/.prepared var/static
