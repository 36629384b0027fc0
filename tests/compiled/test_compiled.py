"""Compiled event code: the same as the plain form, never stale, and no matter where the cache may be written."""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

import pitbook
from kept_damage import damaged
from pitbook.catalog import rulebook
from pitbook.compiled import compile_module, folder, scalar, sources_hash
from pitbook.families import Deal, events_module, families

ROOT = Path(pitbook.__file__).parent


# Both forms -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("package", [game.package for game in rulebook()])
def test_plain_and_compiled_functions_give_the_same_masks(package: str) -> None:
    module = events_module(package)
    compile_module(module)
    for family in families(package).values():
        if family.deal is not Deal.HAND:
            continue
        function = getattr(module, family.mask)
        rng = random.Random(11)
        for _ in range(2_000):
            held = sum(1 << n for n in rng.sample(range(53 if family.cards == 7 else 52), family.cards))
            assert function(held) == function.py_func(held)


def test_compiling_twice_does_no_harm() -> None:
    module = events_module("pitbook.games.three_card_poker")
    compile_module(module)
    before = module.three_card_mask
    compile_module(module)
    assert module.three_card_mask is before


def test_a_module_without_event_code_is_left_alone() -> None:
    module = ModuleType("pitbook_without_events")
    module.__dict__["plain"] = plain = len
    compile_module(module)
    assert module.__dict__["plain"] is plain


def test_a_marked_function_is_the_function_itself() -> None:
    def twice(number: int) -> int:
        return 2 * number

    assert scalar(twice) is twice
    assert scalar(twice)(3) == 6


# The hash of the sources ------------------------------------------------------------------------------------------------


def copy_of_the_package(folder: Path) -> Path:
    copy = folder / "pitbook"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def test_the_hash_changes_with_event_code_and_with_nothing_else(tmp_path: Path) -> None:
    copy = copy_of_the_package(tmp_path)
    before = sources_hash(copy)
    assert before == sources_hash(ROOT)
    (copy / "catalog.py").write_text((copy / "catalog.py").read_text() + "\n# more\n")
    assert sources_hash(copy) == before
    (copy / "hands.py").write_text((copy / "hands.py").read_text() + "\n# more\n")
    changed = sources_hash(copy)
    assert changed != before
    (copy / "cards.py").write_text((copy / "cards.py").read_text() + "\n# more\n")
    assert sources_hash(copy) not in {before, changed}, "its constants are compiled into the events"


def test_every_module_whose_constants_are_compiled_in_is_part_of_the_hash() -> None:
    """A constant that event code imports is frozen into the compiled code, so its module must change the folder's name."""
    sources = folder.event_sources(ROOT)
    for path in sources:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        used = {name.id for node in tree.body if is_event_code(node) for name in ast.walk(node) if isinstance(name, ast.Name)}
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pitbook."):
                home = ROOT.joinpath(*node.module.split(".")[1:]).with_suffix(".py")
                constants = used & {each.name for each in node.names if each.name.isupper()}
                assert not constants or home in sources, (path.name, node.module, constants)


def is_event_code(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef) and any(ast.unparse(each) == "scalar" for each in node.decorator_list)


def test_files_that_changed_since_the_process_began_are_not_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is upgraded while it runs must not keep its old code under the name of the new."""
    folder.own_hash.cache_clear()
    usual = folder.own_hash()
    assert usual == sources_hash()
    monkeypatch.setattr(folder, "_BEGAN", 0.0)
    folder.own_hash.cache_clear()
    assert folder.own_hash() == f"{usual}-{os.getpid()}"
    folder.own_hash.cache_clear()


# The cache on disk ------------------------------------------------------------------------------------------------------

COUNT_STRAIGHTS = """
from pitbook import three_cards
from pitbook.compiled import compile_module
from pitbook.cards import standard_deck
compile_module(three_cards)
assert hasattr(three_cards.three_card_rank, "py_func")
print(sum(three_cards.three_card_rank(hand) >> 13 == 3 for hand in standard_deck().hands(3)))
"""

COUNT_RUNS = """
from pitbook import hands
from pitbook.compiled import compile_module
compile_module(hands)
assert hasattr(hands.run, "py_func")
print(sum(hands.run(ranks, 3) != 0 for ranks in range(1 << 13) if ranks.bit_count() == 3))
"""


def python(text: str, **settings: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name not in {"NUMBA_CACHE_DIR", "PITBOOK_CACHE"}}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # a file edited within its second would be read from Python's own cache
    run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env={**environment, **settings}, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_an_edited_helper_is_seen_in_spite_of_the_cache(tmp_path: Path) -> None:
    copy = copy_of_the_package(tmp_path)
    settings = {"PYTHONPATH": str(tmp_path), "PITBOOK_CACHE": str(tmp_path / "cache")}
    assert python(COUNT_STRAIGHTS, **settings) == "720"
    assert sorted((tmp_path / "cache").rglob("*.code")), "compiled code is kept"
    assert python(COUNT_STRAIGHTS, **settings) == "720"
    helper = copy / "hands.py"
    text = helper.read_text(encoding="utf-8")
    line = "    starts = ranks << 1 | ranks >> 12\n"
    assert line in text
    stamp = helper.stat()
    helper.write_text(text.replace(line, "    starts = ranks << 1 | ranks >> 63\n"), encoding="utf-8")
    os.utime(helper, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert helper.stat().st_size == stamp.st_size
    assert python(COUNT_STRAIGHTS, **settings) == "660", "without the ace below the deuce sixty straights fewer"


@pytest.mark.parametrize("name", ["PITBOOK_CACHE", "XDG_CACHE_HOME", "HOME"])
def test_a_cache_that_cannot_be_written_is_no_fault(tmp_path: Path, name: str) -> None:
    nowhere = tmp_path / "file"
    nowhere.write_text("no folder")
    settings = {"XDG_CACHE_HOME": "", "PITBOOK_CACHE": "", "HOME": str(nowhere), name: str(nowhere / "cache")}
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    assert python(COUNT_RUNS, TMPDIR=str(temporary), **settings) == "12"
    assert list(temporary.iterdir()) == [], "a temporary cache goes with its process"


def test_a_user_without_a_home_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home(path: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("PITBOOK_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "expanduser", no_home)
    chosen = folder.cache_folder()
    assert chosen == folder.cache_folder()
    assert chosen.parent.stat().st_mode & 0o077 == 0, "no one else may write there"


def test_a_cache_named_by_a_relative_path_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PITBOOK_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    for named, chosen in (("cache", tmp_path / ".cache"), (str(tmp_path / "own"), tmp_path / "own")):
        monkeypatch.setenv("XDG_CACHE_HOME", named)
        assert folder.cache_folder() == chosen / "pitbook"


def test_a_program_that_has_loaded_numba_before_gets_the_same_cache(tmp_path: Path) -> None:
    python("import numba\n" + COUNT_RUNS, PITBOOK_CACHE=str(tmp_path))
    assert sorted(tmp_path.rglob("*.compiled"))


def test_a_cache_folder_that_the_user_chose_for_numba_is_kept(tmp_path: Path) -> None:
    python(COUNT_RUNS, NUMBA_CACHE_DIR=str(tmp_path / "own"), PITBOOK_CACHE=str(tmp_path / "other"))
    assert sorted((tmp_path / "own").rglob("*.compiled"))
    assert not (tmp_path / "other").exists()


@pytest.fixture(scope="module")
def kept_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that holds one compiled function."""
    folder = tmp_path_factory.mktemp("kept")
    assert python(COUNT_RUNS, PITBOOK_CACHE=str(folder)) == "12"
    return folder


@pytest.mark.parametrize(("damage", "ending"), [("changed", "code"), ("pipe", "code"), ("cut", "compiled"), ("folder", "compiled")])
def test_compiled_code_that_is_damaged_is_compiled_again(tmp_path: Path, kept_once: Path, damage: str, ending: str) -> None:
    """Both are read as all kept files are, whose tests have every damage."""
    shutil.copytree(kept_once, tmp_path, dirs_exist_ok=True)
    if ending == "compiled":  # it is looked for where there is no machine code alone
        next(tmp_path.rglob("*.code")).unlink()
    (path,) = tmp_path.rglob(f"*.{ending}")
    whole = path.read_bytes()
    damaged(path, damage)
    assert python(COUNT_RUNS, PITBOOK_CACHE=str(tmp_path)) == "12"
    if damage != "folder":
        assert len(path.read_bytes()) == len(whole), "kept anew"


PLANTED = """
import hashlib, os, pickle, sys
from pathlib import Path
class Planted:
    def __reduce__(self):
        return (os.system, (f"touch {sys.argv[1]}",))
content = pickle.dumps(Planted())
path = Path(sys.argv[2])
path.write_bytes(hashlib.sha256(path.name.encode() + b'\\0' + content).digest() + content)
path.chmod(int(sys.argv[3], 8))
"""


@pytest.mark.parametrize(("mode", "run"), [("0666", False), ("0620", False), ("0600", True)])
def test_code_that_others_could_have_written_is_not_run(tmp_path: Path, kept_once: Path, mode: str, run: bool) -> None:
    """The third case shows that the test can fail: the same file is read where only this user writes it."""
    cache = tmp_path / "cache"
    shutil.copytree(kept_once, cache)
    (path,) = cache.rglob("*.compiled")
    next(cache.rglob("*.code")).unlink()
    subprocess.run([sys.executable, "-c", PLANTED, str(tmp_path / "run"), str(path), mode], check=True)
    assert python(COUNT_RUNS, PITBOOK_CACHE=str(cache)) == "12"
    assert (tmp_path / "run").exists() == run


def test_kept_code_runs_without_the_compiler(tmp_path: Path) -> None:
    text = COUNT_RUNS + "import sys\nprint('numba' in sys.modules)\n"
    said = [python(text, PITBOOK_CACHE=str(tmp_path)).split("\n")[1] for _ in range(2)]
    assert said == ["True", "False"]


def test_what_numba_compiled_is_not_compiled_again(tmp_path: Path, kept_once: Path) -> None:
    shutil.copytree(kept_once, tmp_path, dirs_exist_ok=True)
    next(tmp_path.rglob("*.code")).unlink()
    text = (
        COUNT_RUNS + "stats = hands.run.numba_form.stats\nprint(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))\n"
    )
    assert python(text, PITBOOK_CACHE=str(tmp_path)).split("\n")[1] == "1 0"
    assert sorted(tmp_path.rglob("*.code")), "and its machine code is kept anew"


def test_numba_that_is_told_not_to_compile_is_no_fault(tmp_path: Path) -> None:
    assert python(COUNT_RUNS, PITBOOK_CACHE=str(tmp_path), NUMBA_DISABLE_JIT="1") == "12"


@pytest.mark.parametrize(("days", "stays"), [(29, True), (31, False)])
def test_compiled_code_of_other_versions_goes_when_it_was_not_used_for_a_month(tmp_path: Path, days: int, stays: bool) -> None:
    other = tmp_path / "compiled-of-another-version"
    other.mkdir()
    (other / "file").touch()
    used = time.time() - days * 86_400
    os.utime(other, (used, used))
    assert python(COUNT_RUNS, PITBOOK_CACHE=str(tmp_path)) == "12"
    assert other.exists() == stays


def test_a_disk_that_is_full_is_no_fault(tmp_path: Path) -> None:
    """No file may grow: what was begun is taken away again."""
    text = "import resource, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    text += "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n" + COUNT_RUNS
    assert python(text, PITBOOK_CACHE=str(tmp_path)) == "12"
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
