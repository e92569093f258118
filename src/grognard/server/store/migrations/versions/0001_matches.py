"""Matches, seats, lines, talk, visitors."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _home() -> sa.Column[str]:
    return sa.Column(
        "match",
        sa.String(32),
        sa.ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
    )


def upgrade() -> None:
    op.create_table(
        "visitors",
        sa.Column("visitor", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("system", sa.String(80), nullable=False),
        sa.Column("scenario", sa.String(80), nullable=False),
        sa.Column("parent", sa.String(80), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("spectators", sa.Boolean(), nullable=False),
        sa.Column("imported", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("updated", sa.Double(), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("outcome", sa.JSON(), nullable=True),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("start", sa.JSON(), nullable=True),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("sealed", sa.JSON(), nullable=False),
    )
    op.create_table(
        "seats",
        _home(),
        sa.Column("player", sa.Integer(), primary_key=True),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("bot", sa.String(40), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
    )
    op.create_index("ix_seats_visitor", "seats", ["visitor"])
    op.create_table(
        "lines",
        _home(),
        sa.Column("seq", sa.Integer(), primary_key=True),
        sa.Column("line", sa.Text(), nullable=False),
    )
    op.create_table(
        "talk",
        _home(),
        sa.Column("n", sa.Integer(), primary_key=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
    )


def downgrade() -> None:
    for table in ("talk", "lines", "seats", "matches", "visitors"):
        op.drop_table(table)
