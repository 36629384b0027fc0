"""What a command needs and was not given, said all at once."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand


class AllMissing(TyperCommand):
    """A command that names every missing argument and option, where the parser ends at the first."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As the parser does it; its fault has the others that are missing as well."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except typer.BadParameter as fault:
            if type(fault).__name__ == "MissingParameter" and not fault.message:
                found, _, _ = self.make_parser(ctx).parse_args(given)
                missing = [each for each in self.get_params(ctx) if each.required and found.get(each.name or "") in (None, ())]
                others = [each.get_error_hint(ctx) for each in missing if each is not fault.param]
                fault.message = f"Missing as well: {', '.join(others)}." if others else fault.message
            raise


def name_all_missing(app: typer.Typer) -> None:
    """Every command of an application, and of those within it, names all that is missing."""
    for command in app.registered_commands:
        command.cls = AllMissing
    for group in app.registered_groups:
        if group.typer_instance is not None:
            name_all_missing(group.typer_instance)
