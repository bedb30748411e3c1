"""Define the tables of the library: works, their passages, and the search index."""

from __future__ import annotations

import sqlalchemy as sa

from backend.storage.columns import Moment, PackedJson, PackedText, id_column, owner_column
from backend.storage.db import db

works = db.Table(
    "works",
    #: a short number, because many rows of the index point to the work
    sa.Column("number", sa.Integer, primary_key=True),
    id_column(unique=True, nullable=False),
    owner_column("user_id", "users.id", nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("filename", sa.Text, nullable=False),
    sa.Column("bytes", sa.Integer, nullable=False),
    sa.Column("status", sa.String(20), nullable=False),
    #: id of the run that reads the file, or has read it
    id_column("run_id"),
    sa.Column("created_at", Moment, nullable=False),
    #: the kind that the file's content shows; NULL until the file was read
    sa.Column("kind", sa.String(20)),
    sa.Column("pages", sa.Integer),
    #: number of the work's passages in the index, and the language in which they are stemmed
    sa.Column("passages", sa.Integer, nullable=False, server_default="0"),
    sa.Column("language", sa.String(20)),
    #: the works in the file, without their text
    sa.Column("entries", PackedJson),
    sa.UniqueConstraint("user_id", "sha256"),
    sa.Index("ix_works_page", "user_id", "created_at", "id"),
)

passages = db.Table(
    "passages",
    sa.Column("work", sa.Integer, sa.ForeignKey("works.number", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    #: number of the passage's work among the works of the file
    sa.Column("entry", sa.Integer, nullable=False),
    sa.Column("page", sa.Integer),
    #: digest of the text, by which its vector is found
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("heading", PackedJson),
    sa.Column("text", PackedText, nullable=False),
)

#: The words of the library: for every term and work the passages that have it (ranking/lexicon.py).
postings = db.Table(
    "postings",
    #: a digest of the user's id, so that the rows of one user are stored side by side
    sa.Column("owner", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("term", sa.Text, primary_key=True),
    sa.Column("work", sa.Integer, sa.ForeignKey("works.number", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("places", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

#: The number of a user's works that have a term, one row for each term. A search reads this table first.
terms = db.Table(
    "terms",
    owner_column("user_id", "users.id", primary_key=True),
    sa.Column("term", sa.Text, primary_key=True),
    sa.Column("works", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)

#: The signs of the passages' vectors, one bit for each dimension, one row for each work.
signatures = db.Table(
    "signatures",
    sa.Column("work", sa.Integer, sa.ForeignKey("works.number", ondelete="CASCADE"), primary_key=True),
    sa.Column("embedder", sa.Text, nullable=False),
    sa.Column("bits", sa.LargeBinary, nullable=False),
)
