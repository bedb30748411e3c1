"""Add a cache of registries' records about works, shared by all users because the records are public.

Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "registry_records",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("records", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_registry_records")),
        sa.Index("ix_registry_records_asked_at", "asked_at"),
    )


def downgrade() -> None:
    op.drop_table("registry_records")
