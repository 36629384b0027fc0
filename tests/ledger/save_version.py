"""Save the journal of a released version, for the tests of all later ones: run once for each release.

PYTHONPATH=tests/ledger python tests/ledger/save_version.py
"""

from __future__ import annotations

import json
import sqlite3
import tempfile
from pathlib import Path

from ledger_world import a_little_of_everything, make_world, prepare

from pitbook.ledger import verify
from pitbook.ledger.meter_answers import meter_json
from pitbook.ledger.meters import list_meters
from pitbook.ledger.report_parts import program_version

SAVED = Path(__file__).parents[1] / "data" / "ledger"


def save(target: Path) -> None:
    """A ledger in which a little of everything has happened: its database, its journal, its heads and its meters."""
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        url = str(Path(folder) / "ledger.db")
        prepare(url)
        world = make_world(url)
        a_little_of_everything(world)
        world.all_fits()
        (target / "journal.jsonl").write_text("".join(line + "\n" for line in verify.export_lines(world.ledger)))
        expected = {
            "heads": [str(head) for head in verify.heads(world.ledger)],
            "meters": [meter_json(view) for view in list_meters(world.ledger)],
        }
        (target / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")
        world.ledger.close()
        with sqlite3.connect(url) as source:
            source.execute("PRAGMA journal_mode = DELETE")
            source.execute("VACUUM INTO ?", (str(target / "ledger.db"),))


if __name__ == "__main__":
    save(SAVED / program_version())
    print(f"saved: {SAVED / program_version()}")
