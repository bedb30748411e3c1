"""Let several drafts wait side by side: versions, kinds, the messages of their threads, and why one must be named.

Also store if a session's text cites with keys.

Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_OPEN = {"sqlite_where": sa.text("status = 'pending'"), "postgresql_where": sa.text("status = 'pending'")}


def upgrade() -> None:
    op.drop_index("uq_drafts_open", table_name="drafts")
    with op.batch_alter_table("drafts") as batch:
        batch.add_column(sa.Column("kind", sa.String(20), nullable=False, server_default="content"))
        batch.add_column(sa.Column("root", sa.String(36), nullable=False, server_default=""))
        batch.add_column(sa.Column("revises", sa.String(36)))
        batch.add_column(sa.Column("doubt", sa.Text))
        batch.add_column(sa.Column("thread", sa.JSON))
        batch.add_column(sa.Column("wanted", sa.JSON))
        batch.add_column(sa.Column("operation", sa.JSON))
        batch.add_column(sa.Column("place", sa.JSON))
    op.execute("UPDATE drafts SET root = id")
    op.create_index("ix_drafts_open", "drafts", ["session_id", "created_at"], **_OPEN)
    op.create_index("ix_drafts_root", "drafts", ["root"])
    with op.batch_alter_table("sessions") as batch:
        batch.add_column(sa.Column("citations", sa.String(10), nullable=False, server_default="none"))


def downgrade() -> None:
    with op.batch_alter_table("sessions") as batch:
        batch.drop_column("citations")
    op.drop_index("ix_drafts_root", table_name="drafts")
    op.drop_index("ix_drafts_open", table_name="drafts")
    with op.batch_alter_table("drafts") as batch:
        for name in ("place", "operation", "wanted", "thread", "doubt", "revises", "root", "kind"):
            batch.drop_column(name)
    op.execute(
        "UPDATE drafts SET status = 'superseded' WHERE status = 'pending' AND EXISTS (SELECT 1 FROM drafts AS newer"
        " WHERE newer.session_id = drafts.session_id AND newer.status = 'pending'"
        " AND (newer.created_at > drafts.created_at"
        " OR (newer.created_at = drafts.created_at AND newer.id > drafts.id)))"
    )
    op.create_index("uq_drafts_open", "drafts", ["session_id"], unique=True, **_OPEN)
