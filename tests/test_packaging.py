"""What is installed: the wheel holds all that the package reads, and a missing extra is said in plain words."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

import pitbook

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "pitbook"
BUILD = "import sys; from hatchling import build; print(getattr(build, sys.argv[1])(sys.argv[2]))"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source distribution."""
    pytest.importorskip("hatchling", reason="needs hatchling")
    folder = tmp_path_factory.mktemp("built")
    for kind in ("build_wheel", "build_sdist"):
        subprocess.run([sys.executable, "-c", BUILD, kind, str(folder)], cwd=ROOT, check=True, capture_output=True)
    return folder


def test_the_wheel_holds_every_file_of_the_package(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    inside = {name for name in ZipFile(wheel).namelist() if name.startswith("pitbook/")}
    there = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and not path.name.endswith((".pyc", ".nbi", ".nbc"))
    }
    assert inside == there


def test_the_installed_wheel_starts_outside_the_tree(built: Path, tmp_path: Path) -> None:
    """The wheel is unpacked and put before the checkout: what it prints comes from its own files."""
    (wheel,) = built.glob("*.whl")
    ZipFile(wheel).extractall(tmp_path / "site")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "PITBOOK_CACHE": str(tmp_path / "cache")}
    run = [
        sys.executable,
        "-c",
        "import pitbook.cli, sys; print(pitbook.__file__); sys.argv[1:] = ['--version']; pitbook.cli.main()",
    ]
    place, version = subprocess.run(
        run, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert place == str(tmp_path / "site" / "pitbook" / "__init__.py")
    editions = ", ".join(game.editions[-1].id for game in pitbook.rulebook())
    assert version == f"pitbook {pitbook.__version__}; rulebook {pitbook.rulebook().source_hash[:16]}; editions {editions}"


def test_the_source_distribution_holds_sources_tests_and_documents(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as found:
        names = {name.partition("/")[2] for name in found.getnames()}
    assert {"README.md", "LICENSE", "pyproject.toml", "src/pitbook/policies.toml", "tests/conftest.py", "docs/index.md"} <= names
    assert not [name for name in names if name.startswith((".venv", "build/", "site/")) or "__pycache__" in name]


def test_the_version_is_one() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"] == pitbook.__version__


# Extras that are not there --------------------------------------------------------------------------------------------

WITHOUT = """
import sys
for name in sys.argv[1].split(","):
    sys.modules[name] = None
sys.argv = ["pitbook", *sys.argv[2:]]
from pitbook.cli import main
main()
"""


@pytest.mark.parametrize(
    ("missing", "words", "said"),
    [
        ("psycopg", ("meter", "list", "--database", "postgresql://nobody@127.0.0.1/none"), "pip install 'pitbook[postgres]'"),
        (
            "distributed",
            (
                "simulate",
                "examples/submissions/three-card-prime.toml",
                "--rounds",
                "10",
                "--seed",
                "1",
                "--scheduler",
                "tcp://127.0.0.1:1",
            ),
            "pip install 'pitbook[cluster]'",
        ),
    ],
    ids=["postgres", "cluster"],
)
def test_a_missing_extra_is_named(missing: str, words: tuple[str, ...], said: str) -> None:
    run = subprocess.run([sys.executable, "-c", WITHOUT, missing, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert said in run.stderr
    assert run.stderr.count("\n") == 1
