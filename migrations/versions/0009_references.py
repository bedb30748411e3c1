"""Add the references of a session: the works that its text may cite by key.

Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "session_references",
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("origin", sa.String(10), nullable=False),
        sa.Column("status", sa.String(20)),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("work", sa.Text, nullable=False),
        sa.Column("notices", sa.JSON),
        sa.Column("csl", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("session_id", "key", name=op.f("pk_session_references")),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_session_references_session_id"), ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    op.drop_table("session_references")
