"""The tables. Nobody outside storage/ imports them: what leaves is frozen values.

Every row belongs to a user by way of a chain of foreign keys and goes when the user goes. Large columns come
last, so that SQLite reads them only when asked. A list that is empty is stored as NULL.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from backend.storage.columns import Moment, PackedBytes, PackedJson, PackedText
from backend.storage.db import db


def _id(name: str = "id", **options: Any) -> sa.Column[str]:
    return sa.Column(name, sa.String(36), **options)


def _of(name: str, target: str, **options: Any) -> sa.Column[str]:
    """A reference that takes its row with it when the target goes."""
    return sa.Column(name, sa.String(36), sa.ForeignKey(target, ondelete="CASCADE"), **options)


def _json(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.JSON(none_as_null=True))


def _only(condition: str) -> dict[str, Any]:
    """The options that make an index partial, in both dialects."""
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


users = db.Table(
    "users",
    _id(primary_key=True),
    sa.Column("email", sa.Text, nullable=False),
    sa.Column("email_key", sa.Text, nullable=False, unique=True),  # as it is compared: case folded
    sa.Column("name", sa.Text),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("password_hash", sa.Text, nullable=False),
)

families = db.Table(
    "families",
    _id(primary_key=True),
    _of("user_id", "users.id", nullable=False, index=True),
    sa.Column("current_jti", sa.Text, nullable=False),
    sa.Column("previous_jti", sa.Text),
    sa.Column("rotated_at", Moment),
    sa.Column("revoked_at", Moment),
    sa.Column("expires_at", Moment, nullable=False, index=True),
)

sessions = db.Table(
    "sessions",
    _id(primary_key=True),
    _of("user_id", "users.id", nullable=False),
    sa.Column("title", sa.Text),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("updated_at", Moment, nullable=False),
    #: the head revision's number: the one thing that compare-and-set looks at
    sa.Column("revision", sa.Integer, nullable=False),
    #: how many messages there are, and so the newest one's number
    sa.Column("message_count", sa.Integer, nullable=False),
    sa.Column("persona_id", sa.String(36)),
    _json("library"),
    #: `none`, or `keys` where the text cites its sources with Pandoc's keys
    sa.Column("citations", sa.String(10), nullable=False, server_default="none"),
    sa.Index("ix_sessions_page", "user_id", "created_at", "id"),
)

references = db.Table(
    "session_references",
    _of("session_id", "sessions.id", nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("origin", sa.String(10), nullable=False),
    #: what a verification found, or NULL
    sa.Column("status", sa.String(20)),
    sa.Column("created_at", Moment, nullable=False),
    #: by which two entries for one work are known to be one (sources/identifiers.py)
    sa.Column("work", sa.Text, nullable=False),
    _json("notices"),
    sa.Column("csl", sa.JSON, nullable=False),
    sa.Column("checked_at", Moment),
    sa.PrimaryKeyConstraint("session_id", "key"),
)

messages = db.Table(
    "messages",
    _id(primary_key=True),
    _of("session_id", "sessions.id", nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("mode", sa.String(20)),
    sa.Column("status", sa.String(20)),
    sa.Column("created_at", Moment, nullable=False),
    #: the caller's Idempotency-Key, by which a repeated request finds the user message it stored
    sa.Column("request_key", sa.Text),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("document_content", sa.Text, nullable=False),
    _json("sources"),
    _json("citations"),
    _json("attached_sections"),
    _json("placement"),
    _json("events"),
    _json("model_meta"),
    #: the model's answer as it came, so that a better parser can be run again
    sa.Column("raw", PackedText),
    sa.UniqueConstraint("session_id", "number"),
    sa.UniqueConstraint("session_id", "request_key"),
)

drafts = db.Table(
    "drafts",
    _id(primary_key=True),
    _of("session_id", "sessions.id", nullable=False),
    #: the assistant's message that carries the content
    _of("message_id", "messages.id", nullable=False, index=True),
    #: the user's message that this draft answers
    _of("request_message_id", "messages.id", index=True),
    sa.Column("status", sa.String(20), nullable=False),
    sa.Column("requested_at", Moment, nullable=False),
    sa.Column("requested_number", sa.Integer, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("truncated", sa.Boolean, nullable=False),
    sa.Column("decided_at", Moment),
    sa.Column("reject_reason", sa.Text),
    _json("sources"),
    _json("citations"),
    sa.Column("content", sa.Text, nullable=False),
    #: what was approved, where the user had edited it
    sa.Column("approved_content", sa.Text),
    #: the answer that the approval gave, to be given again
    sa.Column("approval", PackedJson),
    #: `content` is placed, an `edit` changes the document itself
    sa.Column("kind", sa.String(20), nullable=False, server_default="content"),
    #: the first version of this draft, and the version that this one revises
    sa.Column("root", sa.String(36), nullable=False, server_default=""),
    sa.Column("revises", sa.String(36)),
    #: why an approval must name this version: it was cut off, or has lost much
    sa.Column("doubt", sa.Text),
    #: [role, id] of each of the user's messages that asked for, revised or moved it, oldest first
    _json("thread"),
    #: the options that it was asked for with
    _json("wanted"),
    #: of an edit: what it does
    _json("operation"),
    #: the placement that the user ordered
    _json("place"),
    sa.Index("ix_drafts_open", "session_id", "created_at", **_only("status = 'pending'")),
    sa.Index("ix_drafts_root", "root"),
    sa.Index("ix_drafts_decided", "session_id", "status", "decided_at"),
)

plans = db.Table(
    "plans",
    _of("draft_id", "drafts.id", primary_key=True),
    sa.Column("base_revision", sa.Integer, nullable=False),
    sa.Column("content_sha256", sa.String(64), nullable=False),
    _json("placement"),
)

revisions = db.Table(
    "revisions",
    _of("session_id", "sessions.id", primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("cause", sa.String(20), nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    #: unique: whatever else goes wrong, no draft is placed twice
    _of("draft_id", "drafts.id", unique=True),
    #: the number of the whole text that this one builds on (revision_texts.py); NULL: whole, and not looked at yet
    sa.Column("base", sa.Integer),
    _json("placement"),
    #: the text, or its difference from the revision before
    sa.Column("content", PackedText, nullable=False),
    sa.Index("ix_revisions_unpacked", "session_id", "number", **_only("base IS NULL")),
)

vectors = db.Table(
    "vectors",
    #: which model made it: vectors of two models never mix
    sa.Column("embedder", sa.Text, primary_key=True),
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("created_at", Moment, nullable=False, index=True),
    #: float32, little-endian
    sa.Column("vector", sa.LargeBinary, nullable=False),
)

element_types = db.Table(
    "element_types",
    _of("session_id", "sessions.id", primary_key=True),
    sa.Column("type_name", sa.String(40), primary_key=True),
    #: the order in which the session came to know them
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    _json("metadata_schema"),
    sa.Column("created_at", Moment, nullable=False),
)

runs = db.Table(
    "runs",
    _id(primary_key=True),
    _of("user_id", "users.id", nullable=False),
    _of("session_id", "sessions.id"),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("status", sa.String(20), nullable=False),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("lease_until", Moment, nullable=False),
    sa.Column("heartbeat_at", Moment, nullable=False),
    sa.Column("started_at", Moment, nullable=False),
    sa.Column("ended_at", Moment),
    _of("message_id", "messages.id", index=True),
    #: when a provider was first asked; from then on the run may have cost, and is not begun anew
    sa.Column("asked_at", Moment),
    #: what of it shall stop: everything, or only the searching
    sa.Column("cancel", sa.String(20)),
    #: how many processes have worked on it
    sa.Column("attempts", sa.Integer, nullable=False, server_default="1"),
    #: counts the versions of `text`
    sa.Column("text_number", sa.Integer, nullable=False, server_default="0"),
    _json("error"),
    #: what the work is, for whoever takes it over, and the request that began it
    _json("input"),
    sa.Column("result", PackedJson),
    #: what has been written so far, by channel
    sa.Column("text", PackedJson),
    sa.Index("uq_runs_running", "session_id", unique=True, **_only("status = 'running'")),
    sa.Index("ix_runs_owner", "owner", **_only("status = 'running'")),
    sa.Index("ix_runs_session", "session_id", "started_at", "id"),
    sa.Index("ix_runs_user", "user_id", "started_at", "id"),
)

events = db.Table(
    "events",
    _of("run_id", "runs.id", primary_key=True),
    #: from 1 on, without a gap
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("data", PackedJson, nullable=False),
)

idempotency = db.Table(
    "idempotency",
    _of("user_id", "users.id", primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("body_sha256", sa.String(64), nullable=False),
    sa.Column("created_at", Moment, nullable=False, index=True),
    #: who is answering it; NULL: nobody
    sa.Column("owner", sa.Text),
    sa.Column("lease_until", Moment),
    _id("run_id"),
    #: the stored response; NULL: none yet
    sa.Column("status", sa.Integer),
    _json("headers"),
    sa.Column("body", PackedBytes),
    sa.Index("ix_idempotency_owner", "owner", **_only("owner IS NOT NULL")),
)

answers = db.Table(
    "answers",
    _of("session_id", "sessions.id", primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("answer", PackedJson, nullable=False),
)

calls = db.Table(
    "calls",
    _id(primary_key=True),
    _of("session_id", "sessions.id", nullable=False),
    _of("message_id", "messages.id", index=True),
    sa.Column("stage", sa.String(20), nullable=False),
    sa.Column("provider", sa.Text, nullable=False),
    sa.Column("model", sa.Text, nullable=False),
    #: NULL: the provider didn't say
    sa.Column("prompt_tokens", sa.Integer),
    sa.Column("completion_tokens", sa.Integer),
    #: US dollars; NULL: the provider didn't say
    sa.Column("cost", sa.Double),
    sa.Column("took_ms", sa.Double),
    sa.Column("prompt_version", sa.String(64)),
    sa.Column("created_at", Moment, nullable=False),
    sa.Index("ix_calls_session", "session_id", "stage"),
)

history_summaries = db.Table(
    "history_summaries",
    _of("session_id", "sessions.id", primary_key=True),
    #: the last message that the summary covers
    sa.Column("upto_number", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

api_keys = db.Table(
    "api_keys",
    _id(primary_key=True),
    _of("user_id", "users.id", nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    #: the key's beginning, by which its owner knows it again
    sa.Column("shown", sa.Text, nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False, unique=True),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("used_at", Moment),
    sa.Column("revoked_at", Moment),
)

personas = db.Table(
    "personas",
    _id(primary_key=True),
    _of("user_id", "users.id", nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("updated_at", Moment, nullable=False),
    sa.Column("prompt", sa.Text, nullable=False),
    sa.Index("ix_personas_page", "user_id", "created_at", "id"),
)

search_results = db.Table(
    "search_results",
    sa.Column("key", sa.String(64), primary_key=True),  # of query, service and filters: no user, no words of theirs
    sa.Column("created_at", Moment, nullable=False, index=True),
    sa.Column("results", PackedJson, nullable=False),
)

registry_records = db.Table(
    "registry_records",
    sa.Column("key", sa.String(64), primary_key=True),  # of registry and question
    sa.Column("asked_at", Moment, nullable=False, index=True),
    sa.Column("records", PackedJson, nullable=False),
)

works = db.Table(
    "works",
    #: what the index's rows point to: there are many of them
    sa.Column("number", sa.Integer, primary_key=True),
    _id(unique=True, nullable=False),
    _of("user_id", "users.id", nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    sa.Column("filename", sa.Text, nullable=False),
    sa.Column("bytes", sa.Integer, nullable=False),
    sa.Column("status", sa.String(20), nullable=False),
    #: the run that reads it, or has
    _id("run_id"),
    sa.Column("created_at", Moment, nullable=False),
    #: as the file says it is; NULL until it was read
    sa.Column("kind", sa.String(20)),
    sa.Column("pages", sa.Integer),
    #: how many passages the index has of it, and in which language it has stemmed them
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
    #: which of the works in the file it is of
    sa.Column("entry", sa.Integer, nullable=False),
    sa.Column("page", sa.Integer),
    #: of the text, by which its vector is found
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("heading", PackedJson),
    sa.Column("text", PackedText, nullable=False),
)

#: The words of the library: for every term and work the passages that have it (ranking/lexicon.py).
postings = db.Table(
    "postings",
    #: a digest of the user's id, so that nobody's words lie between another's
    sa.Column("owner", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("term", sa.Text, primary_key=True),
    sa.Column("work", sa.Integer, sa.ForeignKey("works.number", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("places", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

#: How many of a user's works have a term: what is looked for first, and costs a row a term.
terms = db.Table(
    "terms",
    _of("user_id", "users.id", primary_key=True),
    sa.Column("term", sa.Text, primary_key=True),
    sa.Column("works", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)

#: The signs of the passages' vectors, one bit a dimension, one row a work.
signatures = db.Table(
    "signatures",
    sa.Column("work", sa.Integer, sa.ForeignKey("works.number", ondelete="CASCADE"), primary_key=True),
    sa.Column("embedder", sa.Text, nullable=False),
    sa.Column("bits", sa.LargeBinary, nullable=False),
)
