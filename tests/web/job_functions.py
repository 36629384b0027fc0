"""What the processes of the tests of jobs do: they find it by its name."""

from __future__ import annotations

import time
from typing import Any

from pitbook.web.jobs.process import Result, Tell


def count_up(request: Any, tell: Tell) -> Result:
    for n in range(int(request["to"])):
        tell(n, request["to"])
        time.sleep(0.02)
    return Result(b"counted")


def refuse(request: Any, tell: Tell) -> Result:
    from pitbook.choices import ChoiceError

    raise ChoiceError("one\ntwo")


def break_down(request: Any, tell: Tell) -> Result:
    raise RuntimeError("secret of the inside")


def die(request: Any, tell: Tell) -> Result:
    import os

    os._exit(3)
