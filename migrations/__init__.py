"""The migrations of the database, numbered; `backend/storage/migration.py` runs them."""
