"""A simulation that is asked for: who sits at the tables and how they play, and the promotion that runs meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pitbook.asked.hold import promotion_of
from pitbook.choices import ChoiceError

if TYPE_CHECKING:
    from pitbook.simulation.play_file import PlayFile
    from pitbook.submission import Submission


def seated(filing: Submission, play: PlayFile, seats: int | None, strategies: Mapping[str, str]) -> PlayFile:
    """The play with so many seats taken at every table, and with the strategy of each game that is named.

    Raises :class:`~pitbook.choices.ChoiceError` for a game that the filing does not offer.
    """
    from pitbook.simulation.play_file import GamePart, PlayFile

    if seats is None and not strategies:
        return play
    games: dict[str, set[str]] = {}
    for each in filing.games:
        games.setdefault(each.game.id, set()).update(each.part.tables)
    for part in play.play:
        games.get(part.game, set()).difference_update(games.get(part.game, set()) if part.tables is None else part.tables)
    unknown = [name for name in strategies if name not in games]
    if unknown:
        raise ChoiceError(f"--strategy {unknown[0]}: the filing offers no such game; it offers {', '.join(games)}")
    parts = [*play.play, *(GamePart(game=name) for name, tables in games.items() if tables)]
    return PlayFile(
        play=[
            part.model_copy(
                update={
                    **({} if seats is None else {"seats": seats}),
                    **({} if part.game not in strategies else {"strategy": strategies[part.game]}),
                }
            )
            for part in parts
        ]
    )


def promoted(pays: str | None, on: Sequence[str] | None, rounds: str | None, all_rounds: int) -> dict[str, Any]:
    """The fields of an order that make the promotion; none where there is none. Raises :class:`~pitbook.choices.ChoiceError`."""
    promotion, special = promotion_of(pays, on, rounds)
    if promotion.times == 1:
        return {}
    return {"pays": promotion.times, "pays_on": promotion.wagers, "pays_rounds": all_rounds if special is None else special}
