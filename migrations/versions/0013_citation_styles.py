"""Add the citation styles that a user has uploaded.

Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "citation_styles",
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("csl_id", sa.Text, nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "name", name=op.f("pk_citation_styles")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_citation_styles_user_id"), ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("citation_styles")
