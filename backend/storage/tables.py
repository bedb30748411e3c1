"""Define the tables. Only modules in storage/ import them; all other code gets frozen values.

The rows of a user refer to the user, directly or through other rows, and are deleted with the user. Caches that all
users share belong to nobody. Large columns come last, so that SQLite reads them only when they are selected. An empty
list is stored as NULL.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from backend.storage.columns import Moment, PackedBytes, PackedJson, PackedText, id_column, json_column, owner_column
from backend.storage.db import db


def _only(condition: str) -> dict[str, Any]:
    """Return the options of an index that covers only those rows that satisfy `condition`, for SQLite and for
    PostgreSQL.
    """
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


users = db.Table(
    "users",
    id_column(primary_key=True),
    sa.Column("email", sa.Text, nullable=False),
    sa.Column("email_key", sa.Text, nullable=False, unique=True),  # as it is compared: case folded
    sa.Column("name", sa.Text),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("password_hash", sa.Text, nullable=False),
    #: the time from which nobody can sign in to the account; NULL: it is active
    sa.Column("disabled_at", Moment),
    #: the time at which the removal of the account began; NULL: it is not being removed
    sa.Column("leaving_at", Moment, index=True),
)

#: What calls to models have cost a user, by month; the rows stay when sessions are deleted.
spending = db.Table(
    "spending",
    owner_column("user_id", "users.id", primary_key=True),
    sa.Column("month", sa.String(7), primary_key=True),  # as 2026-11
    sa.Column("calls", sa.Integer, nullable=False),
    sa.Column("cost", sa.Double, nullable=False),  # US dollars, of the calls whose provider reported a cost
)

#: Sessions and users that were removed, so that every machine removes the files that it has of them.
removed = db.Table("removed", id_column(primary_key=True), sa.Column("removed_at", Moment, nullable=False, index=True))

#: One row with the oldest program that can use this database. It is named by the number of its newest migration.
schema_support = db.Table(
    "schema_support",
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("oldest", sa.String(32), nullable=False),
)

families = db.Table(
    "families",
    id_column(primary_key=True),
    owner_column("user_id", "users.id", nullable=False, index=True),
    sa.Column("current_jti", sa.Text, nullable=False),
    sa.Column("previous_jti", sa.Text),
    sa.Column("rotated_at", Moment),
    sa.Column("revoked_at", Moment),
    sa.Column("expires_at", Moment, nullable=False, index=True),
)

sessions = db.Table(
    "sessions",
    id_column(primary_key=True),
    owner_column("user_id", "users.id", nullable=False),
    sa.Column("title", sa.Text),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("updated_at", Moment, nullable=False),
    #: the number of the newest revision; a new one is only stored if this number is still the one that its author knew
    sa.Column("revision", sa.Integer, nullable=False),
    #: the number of messages, which is also the number of the newest one
    sa.Column("message_count", sa.Integer, nullable=False),
    sa.Column("persona_id", sa.String(36)),
    json_column("library"),
    #: `none`, or `keys` if the text cites its sources with Pandoc's keys
    sa.Column("citations", sa.String(10), nullable=False, server_default="none"),
    sa.Index("ix_sessions_page", "user_id", "created_at", "id"),
)

references = db.Table(
    "session_references",
    owner_column("session_id", "sessions.id", nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("origin", sa.String(10), nullable=False),
    #: the result of the last check, or NULL
    sa.Column("status", sa.String(20)),
    sa.Column("created_at", Moment, nullable=False),
    #: identifies the work, so that two entries of one work are recognized (sources/identifiers.py)
    sa.Column("work", sa.Text, nullable=False),
    json_column("notices"),
    sa.Column("csl", sa.JSON, nullable=False),
    sa.Column("checked_at", Moment),
    sa.PrimaryKeyConstraint("session_id", "key"),
)

messages = db.Table(
    "messages",
    id_column(primary_key=True),
    owner_column("session_id", "sessions.id", nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("mode", sa.String(20)),
    sa.Column("status", sa.String(20)),
    sa.Column("created_at", Moment, nullable=False),
    #: the caller's Idempotency-Key, by which a repeated request finds the user message that it stored
    sa.Column("request_key", sa.Text),
    sa.Column("content", sa.Text, nullable=False),
    sa.Column("document_content", sa.Text, nullable=False),
    json_column("sources"),
    json_column("citations"),
    json_column("attached_sections"),
    json_column("placement"),
    json_column("events"),
    json_column("model_meta"),
    #: the model's unparsed answer, so that a better parser can read it again
    sa.Column("raw", PackedText),
    sa.UniqueConstraint("session_id", "number"),
    sa.UniqueConstraint("session_id", "request_key"),
)

drafts = db.Table(
    "drafts",
    id_column(primary_key=True),
    owner_column("session_id", "sessions.id", nullable=False),
    #: the assistant's message that carries the content
    owner_column("message_id", "messages.id", nullable=False, index=True),
    #: the user's message that this draft answers
    owner_column("request_message_id", "messages.id", index=True),
    sa.Column("status", sa.String(20), nullable=False),
    sa.Column("requested_at", Moment, nullable=False),
    sa.Column("requested_number", sa.Integer, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("truncated", sa.Boolean, nullable=False),
    sa.Column("decided_at", Moment),
    sa.Column("reject_reason", sa.Text),
    json_column("sources"),
    json_column("citations"),
    sa.Column("content", sa.Text, nullable=False),
    #: the approved text, if the user had edited it
    sa.Column("approved_content", sa.Text),
    #: where the approved content was placed, and in which revision
    sa.Column("approval", PackedJson),
    #: `content` is placed; an `edit` changes the document itself
    sa.Column("kind", sa.String(20), nullable=False, server_default="content"),
    #: the ids of two versions of this draft: the first, and the version that this row revises
    sa.Column("root", sa.String(36), nullable=False, server_default=""),
    sa.Column("revises", sa.String(36)),
    #: the reason why an approval must name this version: it was cut off, or has lost much text; NULL: none
    sa.Column("doubt", sa.Text),
    #: [part, id] of each of the user's messages that requested, revised or moved it, oldest first
    json_column("thread"),
    #: the options of the request
    json_column("wanted"),
    #: the operation of an edit
    json_column("operation"),
    #: the placement that the user ordered
    json_column("place"),
    sa.Index("ix_drafts_open", "session_id", "created_at", **_only("status = 'pending'")),
    sa.Index("ix_drafts_root", "root"),
    sa.Index("ix_drafts_decided", "session_id", "status", "decided_at"),
)
#: Conditions on a column with partial indexes. The values are written out: if the use of an index depends on a bound
#: value, SQLite prepares the statement anew for each execution, which takes longer than the execution.
IS_OPEN = drafts.c.status == sa.literal_column("'pending'")
IS_APPROVED = drafts.c.status == sa.literal_column("'approved'")

plans = db.Table(
    "plans",
    owner_column("draft_id", "drafts.id", primary_key=True),
    sa.Column("base_revision", sa.Integer, nullable=False),
    sa.Column("content_sha256", sa.String(64), nullable=False),
    json_column("placement"),
)

revisions = db.Table(
    "revisions",
    owner_column("session_id", "sessions.id", primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("cause", sa.String(20), nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False),
    #: unique, so that no draft can be placed twice, whatever else goes wrong
    owner_column("draft_id", "drafts.id", unique=True),
    #: the number of the whole text that this row's chain begins with (revision_texts.py); NULL: whole, not yet packed
    sa.Column("base", sa.Integer),
    json_column("placement"),
    #: the text, or its difference from the previous revision
    sa.Column("content", PackedText, nullable=False),
    sa.Index("ix_revisions_unpacked", "session_id", "number", **_only("base IS NULL")),
)

vectors = db.Table(
    "vectors",
    #: the model that made the vector; vectors of two models are never compared
    sa.Column("embedder", sa.Text, primary_key=True),
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("created_at", Moment, nullable=False, index=True),
    #: float32, little-endian
    sa.Column("vector", sa.LargeBinary, nullable=False),
)

element_types = db.Table(
    "element_types",
    owner_column("session_id", "sessions.id", primary_key=True),
    sa.Column("type_name", sa.String(40), primary_key=True),
    #: the order in which the session's model defined them
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("description", sa.Text, nullable=False),
    json_column("metadata_schema"),
    sa.Column("created_at", Moment, nullable=False),
)

runs = db.Table(
    "runs",
    id_column(primary_key=True),
    owner_column("user_id", "users.id", nullable=False),
    owner_column("session_id", "sessions.id"),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("status", sa.String(20), nullable=False),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("lease_until", Moment, nullable=False),
    sa.Column("heartbeat_at", Moment, nullable=False),
    sa.Column("started_at", Moment, nullable=False),
    sa.Column("ended_at", Moment),
    owner_column("message_id", "messages.id", index=True),
    #: when a provider was first called; from then on the run may have cost money, and is not repeated
    sa.Column("asked_at", Moment),
    #: the part that should stop: `all`, or only the search (`retrieval`); NULL: none
    sa.Column("cancel", sa.String(20)),
    #: number of processes that have worked on the run
    sa.Column("attempts", sa.Integer, nullable=False, server_default="1"),
    #: number of the stored version of `text`
    sa.Column("text_number", sa.Integer, nullable=False, server_default="0"),
    json_column("error"),
    #: describes the work, for another process that takes it over, and the request that began it
    json_column("input"),
    sa.Column("result", PackedJson),
    #: the text written so far, by channel
    sa.Column("text", PackedJson),
    sa.Index("uq_runs_running", "session_id", unique=True, **_only("status = 'running'")),
    sa.Index("ix_runs_owner", "owner", **_only("status = 'running'")),
    sa.Index("ix_runs_session", "session_id", "started_at", "id"),
    sa.Index("ix_runs_user", "user_id", "started_at", "id"),
)
#: The condition of the indexes of running runs, with its value written out as in IS_OPEN.
IS_RUNNING = runs.c.status == sa.literal_column("'running'")

events = db.Table(
    "events",
    owner_column("run_id", "runs.id", primary_key=True),
    #: from 1 on, without gaps
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("data", PackedJson, nullable=False),
)

idempotency = db.Table(
    "idempotency",
    owner_column("user_id", "users.id", primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("body_sha256", sa.String(64), nullable=False),
    sa.Column("created_at", Moment, nullable=False, index=True),
    #: the process that is answering it; NULL: none
    sa.Column("owner", sa.Text),
    sa.Column("lease_until", Moment),
    id_column("run_id"),
    #: the stored response; NULL: none yet
    sa.Column("status", sa.Integer),
    json_column("headers"),
    sa.Column("body", PackedBytes),
    sa.Index("ix_idempotency_owner", "owner", **_only("owner IS NOT NULL")),
)

answers = db.Table(
    "answers",
    owner_column("session_id", "sessions.id", primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("answer", PackedJson, nullable=False),
)

calls = db.Table(
    "calls",
    id_column(primary_key=True),
    owner_column("session_id", "sessions.id", nullable=False),
    owner_column("message_id", "messages.id", index=True),
    sa.Column("stage", sa.String(20), nullable=False),
    sa.Column("provider", sa.Text, nullable=False),
    sa.Column("model", sa.Text, nullable=False),
    #: NULL: the provider did not report it
    sa.Column("prompt_tokens", sa.Integer),
    sa.Column("completion_tokens", sa.Integer),
    #: US dollars; NULL: the provider did not report it
    sa.Column("cost", sa.Double),
    sa.Column("took_ms", sa.Double),
    sa.Column("prompt_version", sa.String(64)),
    sa.Column("created_at", Moment, nullable=False),
    sa.Index("ix_calls_session", "session_id", "stage"),
)

history_summaries = db.Table(
    "history_summaries",
    owner_column("session_id", "sessions.id", primary_key=True),
    #: the last message that the summary covers
    sa.Column("upto_number", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

api_keys = db.Table(
    "api_keys",
    id_column(primary_key=True),
    owner_column("user_id", "users.id", nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    #: the key's beginning, by which its owner recognizes it
    sa.Column("shown", sa.Text, nullable=False),
    sa.Column("sha256", sa.String(64), nullable=False, unique=True),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("used_at", Moment),
    sa.Column("revoked_at", Moment),
)

personas = db.Table(
    "personas",
    id_column(primary_key=True),
    owner_column("user_id", "users.id", nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("updated_at", Moment, nullable=False),
    sa.Column("prompt", sa.Text, nullable=False),
    sa.Index("ix_personas_page", "user_id", "created_at", "id"),
)

citation_styles = db.Table(
    "citation_styles",
    owner_column("user_id", "users.id", nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    #: the id by which dependent styles refer to it
    sa.Column("csl_id", sa.Text, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.PrimaryKeyConstraint("user_id", "name"),
)

search_results = db.Table(
    "search_results",
    sa.Column("key", sa.String(64), primary_key=True),  # a digest of query, service and filters, without the user
    sa.Column("created_at", Moment, nullable=False, index=True),
    sa.Column("results", PackedJson, nullable=False),
)

registry_records = db.Table(
    "registry_records",
    sa.Column("key", sa.String(64), primary_key=True),  # a digest of registry and look-up
    sa.Column("asked_at", Moment, nullable=False, index=True),
    sa.Column("records", PackedJson, nullable=False),
)
