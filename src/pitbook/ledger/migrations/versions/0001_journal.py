"""The journal and the tables of records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "journal",
        sa.Column("link", sa.Text(), primary_key=True, nullable=False),
        sa.Column("seq", sa.BigInteger(), primary_key=True, autoincrement=False, nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=True),
        sa.Column("request", sa.Text(), nullable=True),
        sa.Column("person", sa.Text(), nullable=True),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("round_id", sa.Text(), nullable=True),
        sa.Column("edition", sa.Text(), nullable=True),
        sa.Column("rulebook", sa.Text(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("previous", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.UniqueConstraint("key", name="journal_key"),
    )
    op.create_table(
        "links",
        sa.Column("name", sa.Text(), primary_key=True, nullable=False),
        sa.Column("head_seq", sa.BigInteger(), nullable=False),
        sa.Column("head_hash", sa.Text(), nullable=False),
        sa.Column("head_at", sa.Text(), nullable=False),
        sa.Column("faults", sa.BigInteger(), nullable=False),
        sa.Column("configuration_seq", sa.BigInteger(), nullable=False),
        sa.Column("configuration_check", sa.Text(), nullable=False),
    )
    op.create_table(
        "meters",
        sa.Column("link", sa.Text(), primary_key=True, nullable=False),
        sa.Column("name", sa.Text(), primary_key=True, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("configuration", sa.Text(), nullable=False),
        sa.Column("pending", sa.Text(), nullable=True),
        sa.Column("opened_seq", sa.BigInteger(), nullable=False),
        sa.Column("start_seq", sa.BigInteger(), nullable=False),
        sa.Column("machine_paid", sa.BigInteger(), nullable=False),
        sa.Column("attendant_paid", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("reserve", sa.BigInteger(), nullable=False),
        sa.Column("overflow", sa.BigInteger(), nullable=False),
        sa.Column("parked", sa.BigInteger(), nullable=False),
        sa.Column("seeded", sa.BigInteger(), nullable=False),
        sa.Column("opening", sa.BigInteger(), nullable=False),
        sa.Column("from_house", sa.BigInteger(), nullable=False),
        sa.Column("wagered", sa.BigInteger(), nullable=False),
        sa.Column("contributed", sa.BigInteger(), nullable=False),
        sa.Column("reserve_contributed", sa.BigInteger(), nullable=False),
        sa.Column("adjusted_up", sa.BigInteger(), nullable=False),
        sa.Column("adjusted_down", sa.BigInteger(), nullable=False),
        sa.Column("transferred_in", sa.BigInteger(), nullable=False),
        sa.Column("transferred_out", sa.BigInteger(), nullable=False),
        sa.Column("awarded", sa.BigInteger(), nullable=False),
        sa.Column("revenue", sa.BigInteger(), nullable=False),
        sa.Column("house_paid", sa.BigInteger(), nullable=False),
        sa.Column("hits", sa.BigInteger(), nullable=False),
        sa.Column("starts", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("link", sa.Text(), primary_key=True, nullable=False),
        sa.Column("seq", sa.BigInteger(), primary_key=True, autoincrement=False, nullable=False),
        sa.Column("meter", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("wager", sa.Text(), nullable=False),
        sa.Column("paytable", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("added_at", sa.Text(), nullable=False),
        sa.Column("removed_seq", sa.BigInteger(), nullable=True),
        sa.Column("removed_at", sa.Text(), nullable=True),
        sa.Column("edition", sa.Text(), nullable=True),
        sa.Column("rulebook", sa.Text(), nullable=True),
    )
    op.create_index("members_table", "members", ["table_id"])
    op.create_table(
        "rounds",
        sa.Column("round_id", sa.Text(), primary_key=True, nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("wagers", sa.Text(), nullable=False),
        sa.Column("opened_seq", sa.BigInteger(), nullable=False),
        sa.Column("lock_seq", sa.BigInteger(), nullable=True),
        sa.Column("result_seq", sa.BigInteger(), nullable=True),
        sa.Column("open_awards", sa.BigInteger(), nullable=False),
    )
    op.create_index("rounds_table", "rounds", ["table_id", "state"])
    op.create_table(
        "awards",
        sa.Column("award_id", sa.Text(), primary_key=True, nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.Column("meter", sa.Text(), nullable=False),
        sa.Column("round_id", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.BigInteger(), nullable=False),
        sa.Column("wager", sa.Text(), nullable=False),
        sa.Column("wager_amount", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("share", sa.Text(), nullable=False),
        sa.Column("players", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("from_meter", sa.BigInteger(), nullable=False),
        sa.Column("from_house", sa.BigInteger(), nullable=False),
        sa.Column("meter_before", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("won_seq", sa.BigInteger(), nullable=False),
        sa.Column("won_at", sa.Text(), nullable=False),
        sa.Column("recorded_by", sa.Text(), nullable=True),
        sa.Column("approvals", sa.Text(), nullable=False),
        sa.Column("paid_by", sa.Text(), nullable=True),
        sa.Column("paid_how", sa.Text(), nullable=True),
        sa.Column("paid_at", sa.Text(), nullable=True),
    )
    op.create_index("awards_round", "awards", ["round_id"])
    op.create_index("awards_status", "awards", ["status"])
    op.create_table(
        "levels",
        sa.Column("link", sa.Text(), primary_key=True, nullable=False),
        sa.Column("meter", sa.Text(), primary_key=True, nullable=False),
        sa.Column("outcome", sa.Text(), primary_key=True, nullable=False),
        sa.Column("hits", sa.BigInteger(), nullable=False),
        sa.Column("wins", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "proposals",
        sa.Column("proposal_id", sa.Text(), primary_key=True, nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("proposed_seq", sa.BigInteger(), nullable=False),
        sa.Column("proposed_by", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=True),
        sa.Column("decided_seq", sa.BigInteger(), nullable=True),
    )
    op.create_table(
        "faults",
        sa.Column("fault_id", sa.Text(), primary_key=True, nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("set_seq", sa.BigInteger(), nullable=False),
        sa.Column("set_at", sa.Text(), nullable=False),
        sa.Column("set_by", sa.Text(), nullable=True),
        sa.Column("cleared_seq", sa.BigInteger(), nullable=True),
        sa.Column("cleared_by", sa.Text(), nullable=True),
    )
    op.create_index("faults_link", "faults", ["link"])
    op.create_table(
        "people",
        sa.Column("person_id", sa.Text(), primary_key=True, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("secret_digest", sa.Text(), nullable=False),
        sa.Column("added_seq", sa.BigInteger(), nullable=False),
        sa.Column("disabled_seq", sa.BigInteger(), nullable=True),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.Text(), primary_key=True, nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("person_id", sa.Text(), primary_key=True, nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    """There is no way back: history is never dropped."""
    raise NotImplementedError("a journal is not dropped")
