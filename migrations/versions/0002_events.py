"""Add the events of runs, and the columns that a run needs to be followed, cancelled and taken over.

Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_NEW = ("asked_at", "cancel", "attempts", "text_number", "input", "text")


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("run_id", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("run_id", "number", name=op.f("pk_events")),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_events_run_id"), ondelete="CASCADE"),
    )
    op.add_column("runs", sa.Column("asked_at", sa.DateTime(timezone=True)))
    op.add_column("runs", sa.Column("cancel", sa.String(20)))
    op.add_column("runs", sa.Column("attempts", sa.Integer, nullable=False, server_default="1"))
    op.add_column("runs", sa.Column("text_number", sa.Integer, nullable=False, server_default="0"))
    op.add_column("runs", sa.Column("input", sa.JSON))
    op.add_column("runs", sa.Column("text", sa.LargeBinary))


def downgrade() -> None:
    op.drop_table("events")
    for name in _NEW:
        op.drop_column("runs", name)
