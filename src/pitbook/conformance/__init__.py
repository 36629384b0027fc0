"""The check that every game folder passes (``pitbook check-game``).

``check`` asks everything; ``cases`` runs the expert cases of ``cases.toml``, whose shape ``cases_file`` has; ``report`` is the
answer.
"""
