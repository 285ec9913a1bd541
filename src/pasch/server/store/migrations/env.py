"""Alembic's way in. The server upgrades its database when it starts; see `pasch.server.store.database`."""

from alembic import context

from pasch.server.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
