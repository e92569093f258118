"""Alembic comes in here; `store.migrate` has made the connection already."""

from __future__ import annotations

from alembic import context

from grognard.server.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
