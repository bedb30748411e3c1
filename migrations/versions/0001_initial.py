"""Create the first tables.

Revises:
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _accounts()
    _conversations()
    _memory()
    _drafts()
    _revisions()
    _work()


def downgrade() -> None:
    for table in (
        "vectors",
        "calls",
        "runs",
        "revisions",
        "plans",
        "drafts",
        "answers",
        "element_types",
        "history_summaries",
        "messages",
        "sessions",
        "idempotency",
        "families",
        "users",
    ):
        op.drop_table(table)


def _of(table: str, name: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([name], [target], name=op.f(f"fk_{table}_{name}"), ondelete="CASCADE")


def _only(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def _accounts() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("email", sa.Text, nullable=False),
        sa.Column("email_key", sa.Text, nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("password_hash", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("email_key", name=op.f("uq_users_email_key")),
    )
    op.create_table(
        "families",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("current_jti", sa.Text, nullable=False),
        sa.Column("previous_jti", sa.Text),
        sa.Column("rotated_at", sa.DateTime(timezone=True)),
        sa.Column("revoked_at", sa.DateTime(timezone=True)),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_families")),
        _of("families", "user_id", "users.id"),
        sa.Index("ix_families_expires_at", "expires_at"),
        sa.Index("ix_families_user_id", "user_id"),
    )
    op.create_table(
        "idempotency",
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("body_sha256", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("owner", sa.Text),
        sa.Column("lease_until", sa.DateTime(timezone=True)),
        sa.Column("run_id", sa.String(36)),
        sa.Column("status", sa.Integer),
        sa.Column("headers", sa.JSON),
        sa.Column("body", sa.LargeBinary),
        sa.PrimaryKeyConstraint("user_id", "key", name=op.f("pk_idempotency")),
        _of("idempotency", "user_id", "users.id"),
        sa.Index("ix_idempotency_created_at", "created_at"),
        sa.Index("ix_idempotency_owner", "owner", **_only("owner IS NOT NULL")),
    )


def _conversations() -> None:
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("title", sa.Text),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("message_count", sa.Integer, nullable=False),
        sa.Column("persona_id", sa.String(36)),
        sa.Column("library", sa.JSON),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        _of("sessions", "user_id", "users.id"),
        sa.Index("ix_sessions_page", "user_id", "created_at", "id"),
    )
    op.create_table(
        "messages",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("mode", sa.String(20)),
        sa.Column("status", sa.String(20)),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("request_key", sa.Text),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("document_content", sa.Text, nullable=False),
        sa.Column("sources", sa.JSON),
        sa.Column("citations", sa.JSON),
        sa.Column("attached_sections", sa.JSON),
        sa.Column("placement", sa.JSON),
        sa.Column("events", sa.JSON),
        sa.Column("model_meta", sa.JSON),
        sa.Column("raw", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_messages")),
        _of("messages", "session_id", "sessions.id"),
        sa.UniqueConstraint("session_id", "number", name=op.f("uq_messages_session_id_number")),
        sa.UniqueConstraint("session_id", "request_key", name=op.f("uq_messages_session_id_request_key")),
    )


def _memory() -> None:
    op.create_table(
        "history_summaries",
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("upto_number", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_history_summaries")),
        _of("history_summaries", "session_id", "sessions.id"),
    )
    op.create_table(
        "element_types",
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("type_name", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("metadata_schema", sa.JSON),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("session_id", "type_name", name=op.f("pk_element_types")),
        _of("element_types", "session_id", "sessions.id"),
    )
    op.create_table(
        "answers",
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "key", name=op.f("pk_answers")),
        _of("answers", "session_id", "sessions.id"),
    )


def _drafts() -> None:
    op.create_table(
        "drafts",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("message_id", sa.String(36), nullable=False),
        sa.Column("request_message_id", sa.String(36)),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("requested_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("requested_number", sa.Integer, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("truncated", sa.Boolean, nullable=False),
        sa.Column("decided_at", sa.DateTime(timezone=True)),
        sa.Column("reject_reason", sa.Text),
        sa.Column("sources", sa.JSON),
        sa.Column("citations", sa.JSON),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("approved_content", sa.Text),
        sa.Column("approval", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drafts")),
        _of("drafts", "session_id", "sessions.id"),
        _of("drafts", "message_id", "messages.id"),
        _of("drafts", "request_message_id", "messages.id"),
        sa.Index("ix_drafts_decided", "session_id", "status", "decided_at"),
        sa.Index("ix_drafts_message_id", "message_id"),
        sa.Index("ix_drafts_request_message_id", "request_message_id"),
        sa.Index("uq_drafts_open", "session_id", unique=True, **_only("status = 'pending'")),
    )
    op.create_table(
        "plans",
        sa.Column("draft_id", sa.String(36), nullable=False),
        sa.Column("base_revision", sa.Integer, nullable=False),
        sa.Column("content_sha256", sa.String(64), nullable=False),
        sa.Column("placement", sa.JSON),
        sa.PrimaryKeyConstraint("draft_id", name=op.f("pk_plans")),
        _of("plans", "draft_id", "drafts.id"),
    )


def _revisions() -> None:
    op.create_table(
        "revisions",
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("cause", sa.String(20), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("draft_id", sa.String(36)),
        sa.Column("placement", sa.JSON),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "number", name=op.f("pk_revisions")),
        _of("revisions", "session_id", "sessions.id"),
        _of("revisions", "draft_id", "drafts.id"),
        sa.UniqueConstraint("draft_id", name=op.f("uq_revisions_draft_id")),
    )


def _work() -> None:
    op.create_table(
        "runs",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("session_id", sa.String(36)),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("heartbeat_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("message_id", sa.String(36)),
        sa.Column("error", sa.JSON),
        sa.Column("result", sa.LargeBinary),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_runs")),
        _of("runs", "user_id", "users.id"),
        _of("runs", "session_id", "sessions.id"),
        _of("runs", "message_id", "messages.id"),
        sa.Index("ix_runs_message_id", "message_id"),
        sa.Index("ix_runs_owner", "owner", **_only("status = 'running'")),
        sa.Index("ix_runs_session", "session_id", "started_at", "id"),
        sa.Index("ix_runs_user", "user_id", "started_at", "id"),
        sa.Index("uq_runs_running", "session_id", unique=True, **_only("status = 'running'")),
    )
    op.create_table(
        "calls",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("message_id", sa.String(36)),
        sa.Column("stage", sa.String(20), nullable=False),
        sa.Column("provider", sa.Text, nullable=False),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("prompt_tokens", sa.Integer),
        sa.Column("completion_tokens", sa.Integer),
        sa.Column("cost", sa.Double),
        sa.Column("took_ms", sa.Double),
        sa.Column("prompt_version", sa.String(64)),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_calls")),
        _of("calls", "session_id", "sessions.id"),
        _of("calls", "message_id", "messages.id"),
        sa.Index("ix_calls_message_id", "message_id"),
        sa.Index("ix_calls_session", "session_id", "stage"),
    )
    op.create_table(
        "vectors",
        sa.Column("embedder", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("vector", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("embedder", "digest", name=op.f("pk_vectors")),
        sa.Index("ix_vectors_created_at", "created_at"),
    )
