"""The PAR pack: the folder that is filed, with workbook, PDF, CSV, JSON, findings and effective rules.

``of_submission`` makes plain values (``filing``) of a Rules Submission, ``folder`` writes their files, ``rules_sheet`` words the
rules as they stand at a gaming table.
"""
