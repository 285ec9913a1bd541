"""What people tried in their exercises: a log."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tries",
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("match", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("event", sa.Integer, primary_key=True, autoincrement=False, comment="of the record, from 0"),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False, comment="which try of this exercise, from 0"),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("loss", sa.Double, nullable=False, comment="of the move tried, as a share of the win"),
    )


def downgrade() -> None:
    op.drop_table("tries")
