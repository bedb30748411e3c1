"""Add the researcher's library: works, their passages, and the search index.

Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def _of_a_work(table):
    """Return the column with a work's number, and its foreign key."""
    key = sa.ForeignKeyConstraint(["work"], ["works.number"], name=op.f(f"fk_{table}_work"), ondelete="CASCADE")
    return sa.Column("work", sa.Integer, nullable=False), key


def upgrade() -> None:
    op.create_table(
        "works",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("sha256", sa.String(64), nullable=False),
        sa.Column("filename", sa.Text, nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("run_id", sa.String(36)),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(20)),
        sa.Column("pages", sa.Integer),
        sa.Column("passages", sa.Integer, nullable=False, server_default="0"),
        sa.Column("language", sa.String(20)),
        sa.Column("entries", sa.LargeBinary),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_works")),
        sa.UniqueConstraint("id", name=op.f("uq_works_id")),
        sa.UniqueConstraint("user_id", "sha256", name=op.f("uq_works_user_id_sha256")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_works_user_id"), ondelete="CASCADE"),
        sa.Index("ix_works_page", "user_id", "created_at", "id"),
    )
    work, key = _of_a_work("passages")
    op.create_table(
        "passages",
        work,
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("page", sa.Integer),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("heading", sa.LargeBinary),
        sa.Column("text", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("work", "number", name=op.f("pk_passages")),
        key,
    )
    work, key = _of_a_work("postings")
    op.create_table(
        "postings",
        sa.Column("owner", sa.BigInteger, nullable=False),
        sa.Column("term", sa.Text, nullable=False),
        work,
        sa.Column("places", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("owner", "term", "work", name=op.f("pk_postings")),
        key,
        sa.Index("ix_postings_work", "work"),
        sqlite_with_rowid=False,
    )
    work, key = _of_a_work("signatures")
    op.create_table(
        "signatures",
        work,
        sa.Column("embedder", sa.Text, nullable=False),
        sa.Column("bits", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("work", name=op.f("pk_signatures")),
        key,
    )


def downgrade() -> None:
    for table in ("signatures", "postings", "passages", "works"):
        op.drop_table(table)
