"""People, tables, logs, seatings, chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("colour", sa.String(20)),
        sa.Column("link", sa.String(64), unique=True, comment="SHA-256 of the private link's token"),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("stage", sa.String(10), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False, comment="of the sealed dice"),
        sa.Column("version", sa.Integer, nullable=False, comment="number of entries in the log"),
        sa.Column("waiting", sa.Integer, nullable=False, comment="seats that have something to decide, as bits"),
        sa.Column("chairs", sa.Text, nullable=False, comment="who sits where, as everybody may know it, as JSON"),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("touched", sa.Double, nullable=False),
        sa.Column("due", sa.Double, index=True, comment="when a bot, a clock or the broom has something to do"),
    )
    op.create_table(
        "events",
        sa.Column("match", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("key", sa.String(40), comment="the id that the client gave it"),
        sa.Column("what", sa.Text, nullable=False, comment="as JSON"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seatings",
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("match", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seats", sa.Integer, nullable=False, comment="as bits"),
    )
    op.create_index("seatings_match", "seatings", ["match"])
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("match", sa.String(40), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("chat_match", "chat", ["match", "id"])


def downgrade() -> None:
    for table in ("chat", "seatings", "events", "tables", "people", "settings"):
        op.drop_table(table)
