"""Store everything that lasts: rows in the database, and files. Each module returns values, never rows of SQLAlchemy.

- db.py: the two contexts `reading()` and `transaction()`, without which nothing can be read or written
- tables.py, library_tables.py, columns.py: the tables; migration.py brings a database up to date
- sessions.py, messages.py, drafts.py, revisions.py, library_works.py, users.py …: one module for each kind of row
- runs.py, run_events.py, run_owner.py: the work in progress, and the process that does it
- published_documents.py: the file doc.md of each session; uploaded_files.py receives uploads
- folder_files.py, s3_files.py: other files, in the data folder or in an S3 bucket
"""
