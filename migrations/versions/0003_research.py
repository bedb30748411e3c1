"""Add API keys, and a cache of search results.

Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "api_keys",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("shown", sa.Text, nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True)),
        sa.Column("revoked_at", sa.DateTime(timezone=True)),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_keys")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_api_keys_user_id"), ondelete="CASCADE"),
        sa.UniqueConstraint("sha256", name=op.f("uq_api_keys_sha256")),
        sa.Index("ix_api_keys_user_id", "user_id"),
    )
    op.create_table(
        "search_results",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("results", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_search_results")),
        sa.Index("ix_search_results_created_at", "created_at"),
    )


def downgrade() -> None:
    op.drop_table("search_results")
    op.drop_table("api_keys")
