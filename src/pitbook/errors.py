"""The faults a user can cause. Each says where, what was found and what is allowed; each ends a command with status 2.

    InputError
        CardError            no card, or a card where it may not stand           (cards)
        PayoutError          a payout, rate or amount without a meaning          (payouts)
        UnknownNameError     a name that is not there, with the nearest one      (rulebook)
        RulebookError        a rules file or a paytable file with faults         (rulebook)
        ChoiceError          a choice that the rules do not offer                (choices)
            AmountError      a wager amount without a column for its envy        (choices)
        RoundError           a round that cannot be settled                      (rounds)
        SubmissionError      a filing that cannot be read                        (submission)
        GameFolderError      a file of a game's folder that does not load         (game_modules)
        OutputError          an answer that cannot be written                    (report.output)

A broken invariant is no input fault: it is an assertion, stays on, and stops the work.
"""

from __future__ import annotations


class InputError(ValueError):
    """Bad input; the message is for the user, one fault a line."""
