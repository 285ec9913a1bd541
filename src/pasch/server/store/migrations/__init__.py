"""How the database came to be what it is: one step per file in `versions`, made with Alembic."""
