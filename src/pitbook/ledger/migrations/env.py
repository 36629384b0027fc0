"""Alembic's entry: the connection, with its transaction open, is handed over by :mod:`pitbook.ledger.migrate`."""

from __future__ import annotations

from alembic import context

from pitbook.ledger.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, transactional_ddl=False)
context.run_migrations()
