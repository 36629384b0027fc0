"""The modules of a game's folder. One that is missing or does not load is a fault of the folder, named by file and line."""

from __future__ import annotations

import traceback
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from pitbook.errors import InputError
from pitbook.outside import outside_folders


class GameFolderError(InputError):
    """A file of a game's folder is missing or does not load."""


@cache
def game_module(package: str, name: str) -> ModuleType:
    """A module of a game's folder, by the dotted name of the folder.

    Raises :class:`GameFolderError` where the folder has no such file, and where the file does not load.
    """
    wanted = f"{package}.{name}"
    file = f"{package.rpartition('.')[2]}/{name}.py"
    try:
        return import_module(wanted)
    except ModuleNotFoundError as fault:
        if fault.name == wanted:
            raise GameFolderError(f"{file}: missing; the game's folder needs it") from fault
        raise GameFolderError(_unloaded(file, fault)) from fault
    except (Exception, SystemExit) as fault:  # whatever the file does, it is the file that is at fault
        raise GameFolderError(_unloaded(file, fault)) from fault


def optional_module(package: str, name: str) -> ModuleType | None:
    """A module that a game's folder may do without; None where it has no such file.

    Raises :class:`GameFolderError` where the file does not load.
    """
    try:
        return game_module(package, name)
    except GameFolderError as fault:
        cause = fault.__cause__
        if isinstance(cause, ModuleNotFoundError) and cause.name == f"{package}.{name}":
            return None
        raise


def play_part(package: str, name: str) -> Any:
    """What a game's ``play.py`` holds under a name; None where it holds no such thing, or the game has no such file."""
    return getattr(optional_module(package, "play"), name, None)


def named(module: ModuleType, name: str) -> Any:
    """What a file of a game's folder must define. Raises :class:`GameFolderError` where it does not."""
    if not hasattr(module, name):
        raise GameFolderError(f"{'/'.join(module.__name__.split('.')[-2:])}.py: does not define {name}")
    return getattr(module, name)


def own_game_fault(fault: BaseException) -> str | None:
    """What to say of an exception that the code of a game outside the package raised; None where no such code was running.

    The line is the last one of such a folder's files that was reached.
    """
    folders = [str(folder) for folder in outside_folders()]
    for frame in reversed(traceback.extract_tb(fault.__traceback__)):
        if any(Path(frame.filename).is_relative_to(folder) for folder in folders):
            file = "/".join(Path(frame.filename).parts[-2:])
            said = f"{type(fault).__name__}: {' '.join(str(fault).split())}"
            return f"{file}: fails: {said} (line {frame.lineno} of {frame.filename}, in {frame.name})"
    return None


def _unloaded(file: str, fault: BaseException) -> str:
    if isinstance(fault, SyntaxError):
        return f"{file}: does not load: {fault.msg} (line {fault.lineno} of {fault.filename})"
    frames = traceback.extract_tb(fault.__traceback__)
    at = next((frame for frame in reversed(frames) if frame.filename.endswith(file)), frames[-1])
    return f"{file}: does not load: {type(fault).__name__}: {' '.join(str(fault).split())} (line {at.lineno} of {at.filename})"
