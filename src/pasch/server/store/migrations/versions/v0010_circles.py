"""Circles: a log for each, who is in which, and the tables that belong to them; and places for ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "circles",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False, comment="number of entries in its log"),
        sa.Column("link", sa.String(40), nullable=False, unique=True, comment="by which others join"),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "circle_log",
        sa.Column("circle", sa.String(40), sa.ForeignKey("circles.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("what", sa.Text, nullable=False, comment="as JSON"),
    )
    op.create_table(
        "circle_members",
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("circle", sa.String(40), sa.ForeignKey("circles.id"), primary_key=True),
    )
    op.create_table(
        "circle_tables",
        sa.Column("circle", sa.String(40), sa.ForeignKey("circles.id"), primary_key=True),
        sa.Column("match", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    )

    op.add_column("results", sa.Column("rank", sa.Integer, comment="the place for ratings; none: it does not count"))


def downgrade() -> None:
    op.drop_column("results", "rank")
    for table in ("circle_tables", "circle_members", "circle_log", "circles"):
        op.drop_table(table)
