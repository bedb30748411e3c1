"""Store when the registries were last asked about a reference.

Revises: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("session_references", sa.Column("checked_at", sa.DateTime(timezone=True)))


def downgrade() -> None:
    op.drop_column("session_references", "checked_at")
