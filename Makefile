# The commands of landships_lab. `make` alone lists them. They need only Python 3.11 or newer, and make.

VENV := .venv
PY := $(VENV)/bin/python
BINDER_PINS := binder/requirements.txt
DEV_PINS := .ci/requirements-dev.txt
# Tests run in two processes, as many as a small machine has cores; with those of the browser, these in one of them: tests/conftest.py.
SIDE_BY_SIDE := -n 2
BROWSER_APART := $(SIDE_BY_SIDE) --dist loadscope --no-loadscope-reorder
QUICK := not long and not slow
SITE := _site
SITE_VENV := .venv-site
SITE_PINS := .ci/site/requirements.txt
KERNEL_PINS := .ci/site/kernel.txt
BASE := main
EFFORT := all
# With EFFORT=hour a twentieth of each law, and one screen of those that the browser is tried on.
REST := $(if $(filter hour,$(EFFORT)),(long or slow or law or browser) and not walk and not (browser and slow),long or slow or law or (browser and not walk))
UV_COMPILE := $(PY) -m uv pip compile --quiet --universal --python-version 3.11 --upgrade --custom-compile-command "make pins"
# The site's kernel is a Python in the browser: it has these compiled packages already, and the page has the widgets' other half.
OF_BROWSER := numpy pandas pillow jupyterlab-widgets widgetsnbextension
UV_KERNEL := $(PY) -m uv pip compile --quiet --python-platform wasm32-pyodide2025 --python-version 3.14 --upgrade \
	--custom-compile-command "make pins" $(OF_BROWSER:%=--no-emit-package %)

# The kernels that tests start would each compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help lab site test check all compare class bench pictures pins tidy clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-6s %s\n", $$1, $$2}' Makefile

lab: $(VENV)/.lab $(VENV)/.quiet ## open the lessons in JupyterLab (LAB_ARGS="--port=9999" passes options on)
	@# binder/ on the config path adds jupyter_server_config.py to whatever configuration the user has.
	@# Without a screen there is no browser to open: Jupyter then prints the link. Root must ask for it.
	@$(PY) .ci/screen.py && quiet= || quiet=--no-browser; \
	[ "$$(id -u)" = 0 ] && root=--allow-root || root=; \
	JUPYTER_CONFIG_PATH="$(CURDIR)/binder" exec $(PY) -m jupyterlab $$quiet $$root \
		--ServerApp.root_dir="$(CURDIR)" --LabApp.default_url=/lab/tree/notebooks/00_tour.ipynb $(LAB_ARGS)

site: $(SITE_VENV)/.made ## build the lessons as a site that needs no server, into _site/ (SITE=folder; SELF=1: with its own Python)
	@$(SITE_VENV)/bin/python .ci/site/build.py $(SITE) $(if $(SELF),--self)
	@$(SITE_VENV)/bin/python -W ignore .ci/site/write_reference.py $(SITE)/reference
	@echo "$(SITE)/ is ready: copy it to any web host, or try it with: python3 -m http.server --directory $(SITE)"

check: $(VENV)/.dev lint ## two minutes: style, types, imports and the quick tests
	@$(PY) -m pytest $(SIDE_BY_SIDE) -m "$(QUICK) and not browser and not notebook" $(PYTEST_ARGS)

test: $(VENV)/.dev ## eight minutes: `make check`, each lesson, and one walk through each capability in a real browser
	@$(PY) tests/browser/chromium.py
	@$(MAKE) --no-print-directory lint
	@$(PY) -m pytest $(BROWSER_APART) -m "$(QUICK) and (not browser or walk)" $(PYTEST_ARGS)

all: $(VENV)/.dev $(SITE_VENV)/.made ## all that `make test` leaves out: laws in full (EFFORT=hour: a twentieth), every panel on every screen, package, site, Binder
	@$(PY) tests/browser/chromium.py
	@EFFORT=$(EFFORT) $(PY) -m pytest $(BROWSER_APART) -m "$(REST)" $(PYTEST_ARGS)

compare: $(VENV)/.dev ## list every answer, question, puzzle, picture and move that differs from another commit's (BASE=commit, GAMES="loos")
	@$(PY) tests/compare.py with $(BASE) $(GAMES)

class: $(VENV)/.dev ## measure a class of twenty at one server: memory, waiting, nothing lost (CLASS="pupils gestures")
	@$(PY) -m tests.class_room.measure $(CLASS)

.PHONY: lint
lint: $(VENV)/.dev
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@$(PY) -m mypy
	@$(VENV)/bin/lint-imports

bench: $(VENV)/.dev ## measure: the rules, the kernel's part of a gesture, and from click to paint in a browser
	@$(PY) tests/browser/chromium.py
	@$(PY) -m pytest tests/benchmarks tests/browser/test_bench_panels.py --benchmark-enable --benchmark-only $(PYTEST_ARGS)

pictures: $(VENV)/.dev ## draw the pictures in the lessons and the README, and the badges
	@$(PY) -m landships_lab pictures notebooks/pictures
	@$(PY) -m tests.film
	@$(PY) binder/badges.py
	@$(PY) .ci/readme_totals.py

tidy: $(VENV)/.dev ## format the code, remove outputs and Jupyter's additions from the lessons
	@$(PY) -m ruff check --fix-only --quiet
	@$(PY) -m ruff format
	@$(PY) .ci/tidy_lessons.py

pins: $(PY) ## choose the newest versions that agree, for users, Binder, site and development
	@$(PY) -m pip install --quiet uv $$([ ! -f $(DEV_PINS) ] || echo -c $(DEV_PINS))
	@$(UV_COMPILE) pyproject.toml --extra pages --output-file $(BINDER_PINS)
	@$(UV_COMPILE) pyproject.toml --extra lab --group dev --constraints $(BINDER_PINS) --output-file $(DEV_PINS)
	@$(UV_COMPILE) pyproject.toml --group site --constraints $(DEV_PINS) --output-file $(SITE_PINS)
	@$(UV_KERNEL) pyproject.toml --group kernel --constraints $(DEV_PINS) --output-file $(KERNEL_PINS)

clean: ## remove .venv and everything else that these commands made
	rm -rf $(VENV) $(SITE_VENV) $(SITE) build dist .benchmarks .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache tests/screenshots
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ------------------------------------------------------------------------------------------------------------------- set-up
# A stamp inside .venv says what was installed; it is made again when the pins or pyproject.toml change.

$(PY):
	@python=$$(sh .ci/python.sh) && echo "setting up $(VENV) with $$python" && $$python -m venv $(VENV)

$(VENV)/.lab: pyproject.toml $(BINDER_PINS) $(DEV_PINS) | $(PY)
	@$(PY) -m pip install --quiet -r $(BINDER_PINS) jupyterlab hatchling -c $(DEV_PINS)
	@$(PY) -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

# In this environment only, whatever other Jupyter is on the PATH: JupyterLab's question about its news would cover the first lesson.
# Also after `make test` has set it up.
$(VENV)/.quiet: | $(VENV)/.lab
	@$(PY) -m jupyterlab.labextensions disable --level=sys_prefix "@jupyterlab/apputils-extension:announcements" >/dev/null 2>&1
	@touch $@

$(VENV)/.dev: pyproject.toml $(BINDER_PINS) $(DEV_PINS) | $(PY)
	@$(PY) -m pip install --quiet -r $(DEV_PINS)
	@$(PY) -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $(VENV)/.lab $@

# In an environment of its own: beside JupyterLab, JupyterLite's extension breaks its pages.
$(SITE_VENV)/.made: $(SITE_PINS)
	@python=$$(sh .ci/python.sh) && echo "setting up $(SITE_VENV) with $$python" && $$python -m venv $(SITE_VENV)
	@$(SITE_VENV)/bin/python -m pip install --quiet -r $(SITE_PINS)
	@touch $@
