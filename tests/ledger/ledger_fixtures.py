"""Both stores for the ledger's tests: every test that asks for ``world`` or ``url`` runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from ledger_world import PostgreSQL, Stores, World, fast_folder, make_world


@pytest.fixture(scope="session")
def postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgreSQL]:
    """One real PostgreSQL server for the run, stopped at its end by its own process id."""
    folder = fast_folder(tmp_path_factory.mktemp("pg"))
    server = PostgreSQL(folder / "data")
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def stores(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Stores]:
    """Prepared databases to copy, so that a test does not set everything up anew."""
    folder = fast_folder(tmp_path_factory.mktemp("stores"))
    yield Stores(folder, lambda: request.getfixturevalue("postgresql"))
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of store."""
    return str(request.param)


@pytest.fixture
def url(kind: str, stores: Stores) -> Iterator[str]:
    """A database with the prepared world in it: people, two meters on two links, three tables."""
    made = stores.copy(kind)
    yield made
    stores.forget(made)


@pytest.fixture
def world(url: str) -> Iterator[World]:
    """The prepared world, opened."""
    opened = make_world(url)
    yield opened
    opened.ledger.close()


@pytest.fixture
def empty_url(kind: str, stores: Stores) -> Iterator[str]:
    """A database with nothing in it."""
    made = stores.empty(kind)
    yield made
    stores.forget(made)
