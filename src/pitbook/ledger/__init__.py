"""The ledger: durable progressive meters that never lose a cent.

An append-only journal of hash-chained events in SQLite or PostgreSQL, and the records it comes to. Open one with
:func:`~pitbook.ledger.desk.open_ledger`; the steps are functions of the modules ``meters``, ``rounds``, ``awards``,
``acts``, ``daily``, ``faults`` and ``people``; ``verify`` checks it and ``reports`` reads it.
"""
