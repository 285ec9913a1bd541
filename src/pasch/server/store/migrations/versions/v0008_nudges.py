"""Nudges: who wants them, where they go, and which were sent."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "wishes",
        sa.Column(
            "person",
            sa.String(40),
            sa.ForeignKey("people.id"),
            primary_key=True,
            comment="has answered whether to be nudged",
        ),
        sa.Column("turn", sa.Integer, nullable=False, comment="1: when it is their turn"),
        sa.Column("quiet_from", sa.Integer, nullable=False, comment="minutes after midnight"),
        sa.Column("quiet_to", sa.Integer, nullable=False),
        sa.Column("zone", sa.String(40), nullable=False, comment="where they live, as the time zone database calls it"),
    )
    op.create_table(
        "subscriptions",
        sa.Column("device", sa.String(40), sa.ForeignKey("devices.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column(
            "endpoint", sa.Text, nullable=False, comment="where the browser's push service takes messages for it"
        ),
        sa.Column("key", sa.String(100), nullable=False, comment="what they are encrypted for"),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("lang", sa.String(2), nullable=False),
    )
    op.create_table(
        "nudges",
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("match", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("asked", sa.Integer, nullable=False, comment="the entry of the log since which they are asked"),
        sa.Column("step", sa.Integer, nullable=False, comment="how often they were told, or were there anyway"),
        sa.Column("poked", sa.Integer, nullable=False, comment="1: somebody at the table has asked for it, too"),
    )


def downgrade() -> None:
    for name in ("nudges", "subscriptions", "wishes"):
        op.drop_table(name)
