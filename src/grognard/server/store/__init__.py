"""Where matches are kept: SQLite by default, PostgreSQL by its URL; the same tables in both."""
