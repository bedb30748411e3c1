"""Add personas: system prompts that a user stores.

Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "personas",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("prompt", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_personas")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_personas_user_id"), ondelete="CASCADE"),
        sa.Index("ix_personas_page", "user_id", "created_at", "id"),
    )


def downgrade() -> None:
    op.drop_table("personas")
