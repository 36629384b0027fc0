"""Reads and checks a game's ``rules.toml``: every fault of a file is reported at once, with its key.

``files`` reads them; ``editions``, ``readings``, ``wagers`` and ``paytables`` are what they are made of, ``faults`` what is wrong.
"""

from pitbook.loading.files import load, load_policies, parse_file, parse_toml

__all__ = ["load", "load_policies", "parse_file", "parse_toml"]
