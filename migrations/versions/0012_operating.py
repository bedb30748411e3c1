"""Store disabled and leaving accounts, what was removed, what was spent, and which programs work on this database.

A later migration that an older program cannot work with (because it renames or removes something, or adds a column that
must be filled) sets `schema_support.oldest` to its own number. One that only adds leaves the number, so that instances
of the release before stay ready while new ones start.

Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("disabled_at", sa.DateTime(timezone=True)))
    op.add_column("users", sa.Column("leaving_at", sa.DateTime(timezone=True)))
    op.create_index("ix_users_leaving_at", "users", ["leaving_at"])
    op.create_table(
        "spending",
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("month", sa.String(7), nullable=False),
        sa.Column("calls", sa.Integer, nullable=False),
        sa.Column("cost", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_spending_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "month", name=op.f("pk_spending")),
    )
    op.create_table(
        "removed",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("removed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_removed")),
        sa.Index("ix_removed_removed_at", "removed_at"),
    )
    support = op.create_table(
        "schema_support",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("oldest", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_schema_support")),
    )
    op.bulk_insert(support, [{"id": 1, "oldest": "0012"}])


def downgrade() -> None:
    op.drop_table("schema_support")
    op.drop_table("removed")
    op.drop_table("spending")
    # not in a batch, which builds the table anew: dropping the old one would delete everything that belongs to users
    op.drop_index("ix_users_leaving_at", "users")
    op.drop_column("users", "leaving_at")
    op.drop_column("users", "disabled_at")
