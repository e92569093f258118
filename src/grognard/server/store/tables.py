"""The tables. `(match, seq)` is the key of a record's lines, and so the optimistic lock."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _match() -> Column[str]:
    home = ForeignKey("matches.id", ondelete="CASCADE")
    return Column("match", String(32), home, primary_key=True)


visitors = Table(
    "visitors",
    metadata,
    Column("visitor", String(64), primary_key=True),  # the hash of the token in his cookie
    Column("name", String(40), nullable=False),
    Column("seen", Double, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("system", String(80), nullable=False),
    Column("scenario", String(80), nullable=False),
    Column("parent", String(80), nullable=False),
    Column("host", String(64), nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("imported", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("status", String(8), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("asked", JSON, nullable=False),  # the players who are asked
    Column("outcome", JSON, nullable=True),
    Column("setup", JSON, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("start", JSON, nullable=True),  # the state to begin with, if it is not the usual one
    Column("secret", LargeBinary, nullable=False),
    Column("sealed", JSON, nullable=False),  # secret answers that are not open yet
)

seats = Table(
    "seats",
    metadata,
    _match(),
    Column("player", Integer, primary_key=True),
    Column("side", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("bot", String(40), nullable=False),
    Column("seed", Integer, nullable=False),
    Column("nonce", String(64), nullable=False),
    Column("visitor", String(64), nullable=False),  # empty: nobody, or a bot
    Column("token", String(64), nullable=False),  # the hash of the secret of its link
    Index("ix_seats_visitor", "visitor"),
)
lines = Table(
    "lines",
    metadata,
    _match(),
    Column("seq", Integer, primary_key=True),
    Column("line", Text, nullable=False),
)

talk = Table(
    "talk",
    metadata,
    _match(),
    Column("n", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("player", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
)
