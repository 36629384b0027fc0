"""A Rules Submission as a value: read, resolved against the edition in force, wager by wager.

``checks`` looks for broken rules in it and ``pack`` prints its PAR pack; sheets, settlements and meters take their choices from
it. What has no meaning at all (a key, a name, a day, an amount) is a fault of the file and is refused here; what has a meaning
and breaks a rule is a finding of the check.

``submission_file`` is the shape of its file, ``wording`` the many wordings of a payout; ``values`` is what a filing says,
``reading`` takes it from a file, ``offers`` resolves it against the printed paytables. What is made of it: ``sheets``, ``meters``,
``rounds`` under it, ``changes`` against an older one.
"""

from pitbook.submission.offers import as_filed, is_left_to_filing, printed_term, resolved, supplied_terms, with_filed_envy
from pitbook.submission.reading import kind_of, parse, read_file, read_given, read_submission
from pitbook.submission.values import (
    JACKPOT_ONE_IN,
    LARGEST_FILE,
    FiledEnvy,
    FiledGame,
    FiledMeter,
    FiledPay,
    FiledTerm,
    FiledWager,
    Submission,
    SubmissionError,
)

__all__ = [
    "JACKPOT_ONE_IN",
    "LARGEST_FILE",
    "FiledEnvy",
    "FiledGame",
    "FiledMeter",
    "FiledPay",
    "FiledTerm",
    "FiledWager",
    "Submission",
    "SubmissionError",
    "as_filed",
    "is_left_to_filing",
    "kind_of",
    "parse",
    "printed_term",
    "read_file",
    "read_given",
    "read_submission",
    "resolved",
    "supplied_terms",
    "with_filed_envy",
]
