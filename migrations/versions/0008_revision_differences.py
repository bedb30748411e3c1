"""Store revisions as differences: `base` is the number of the whole text with which a revision's chain begins.

Existing texts stay whole, with NULL as their base; the upkeep packs them in batches while the server runs.

Revises: 0007
"""

import json
import zlib

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_WHOLE = {"sqlite_where": sa.text("base IS NULL"), "postgresql_where": sa.text("base IS NULL")}


def upgrade() -> None:
    with op.batch_alter_table("revisions") as batch:
        batch.add_column(sa.Column("base", sa.Integer))
    op.create_index("ix_revisions_unpacked", "revisions", ["session_id", "number"], **_WHOLE)


def downgrade() -> None:
    rows = sa.table("revisions", *map(sa.column, ("session_id", "number", "base", "content")))
    connection = op.get_bind()
    for (session_id,) in connection.execute(sa.select(rows.c.session_id).distinct()).all():
        text = ""
        of_session = sa.select(rows.c.number, rows.c.base, rows.c.content).where(rows.c.session_id == session_id)
        for number, base, content in connection.execute(of_session.order_by(rows.c.number)).all():
            stored = zlib.decompress(content).decode("utf-8", "surrogatepass")
            if base is None or base == number:
                text = stored
                continue
            parts = json.loads(stored)
            text = "".join(part if isinstance(part, str) else text[part[0] : part[1]] for part in parts)
            packed = zlib.compress(text.encode("utf-8", "surrogatepass"))
            row = (rows.c.session_id == session_id) & (rows.c.number == number)
            connection.execute(sa.update(rows).where(row).values(content=packed))
    op.drop_index("ix_revisions_unpacked", table_name="revisions")
    with op.batch_alter_table("revisions") as batch:
        batch.drop_column("base")
