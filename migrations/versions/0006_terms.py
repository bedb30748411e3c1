"""Count how many of a user's works have a term, and store signatures in the same row as their work's number.

Revises: 0005
"""

import uuid

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "terms",
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("term", sa.Text, nullable=False),
        sa.Column("works", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("user_id", "term", name=op.f("pk_terms")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_terms_user_id"), ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    connection = op.get_bind()
    for (user_id,) in connection.execute(sa.text("SELECT DISTINCT user_id FROM works")).all():
        count = sa.text(
            "INSERT INTO terms (user_id, term, works)"
            " SELECT :user_id, term, count(*) FROM postings WHERE owner = :owner GROUP BY term"
        )
        connection.execute(count, {"user_id": user_id, "owner": uuid.UUID(user_id).int >> 65})
    if connection.dialect.name == "postgresql":
        # every search reads all signatures, but by default PostgreSQL moves values of 2 kB, as those of a paper, to
        # another table
        op.execute("ALTER TABLE signatures ALTER bits SET STORAGE EXTERNAL")
        op.execute("ALTER TABLE signatures SET (toast_tuple_target = 8160)")
        op.execute("UPDATE signatures SET bits = bits || ''::bytea")


def downgrade() -> None:
    op.drop_table("terms")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE signatures RESET (toast_tuple_target)")
        op.execute("ALTER TABLE signatures ALTER bits SET STORAGE EXTENDED")
