"""Where tables are kept: the database, what is written and read, and how it moves elsewhere."""
