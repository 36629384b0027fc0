"""Sessions of the web, and tokens of systems."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "tokens",
        sa.Column("token_id", sa.Text(), primary_key=True, nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("secret_hash", sa.Text(), nullable=False),
        sa.Column("issued_seq", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.Text(), nullable=False),
        sa.Column("revoked_seq", sa.BigInteger(), nullable=True),
    )
    op.create_table(
        "sessions",
        sa.Column("session_hash", sa.Text(), primary_key=True, nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("secret_digest", sa.Text(), nullable=False),
        sa.Column("begun_at", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """There is no way back: the journal has the events of tokens."""
    raise NotImplementedError("a journal is not dropped")
