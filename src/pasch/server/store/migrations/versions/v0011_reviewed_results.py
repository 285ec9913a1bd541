"""What reviews say of a seat, and the bots that it met, stand in its result: statistics read one table.

What was stored before is computed when the server starts, or by `pasch rebuild`; until then a setting says so.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

COLUMNS = ("met", "judge", "luck", "counted", "loss", "squares")


def upgrade() -> None:
    columns = [
        sa.Column(
            "met",
            sa.Text,
            nullable=False,
            server_default="{}",
            comment="bots by level: how many, how many behind; as JSON",
        ),
        sa.Column(
            "judge", sa.String(40), nullable=False, server_default="", comment="which weights have reviewed it last"
        ),
        sa.Column(
            "luck",
            sa.Double,
            nullable=False,
            server_default="0",
            comment="what chance brought it by the review, as a share of the win",
        ),
        sa.Column(
            "counted", sa.Integer, nullable=False, server_default="0", comment="its decisions that counted there"
        ),
        sa.Column("loss", sa.Double, nullable=False, server_default="0", comment="for each of these"),
        sa.Column(
            "squares", sa.Double, nullable=False, server_default="0", comment="the sum of squared deviations from that"
        ),
    ]
    for column in columns:
        op.add_column("results", column)
    op.drop_table("verdicts")
    op.execute(
        "INSERT INTO settings (name, value) SELECT 'rebuild', 'due' WHERE EXISTS (SELECT 1 FROM tables) "
        "AND NOT EXISTS (SELECT 1 FROM settings WHERE name = 'rebuild')"
    )


def downgrade() -> None:
    op.create_table(
        "verdicts",
        sa.Column("match", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("judge", sa.String(40), primary_key=True, comment="which weights judged it"),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("luck", sa.Double, nullable=False, comment="what chance brought it, as a share of the win"),
        sa.Column("own", sa.Double, nullable=False, comment="what its own decisions lost, as a share of the win"),
        sa.Column("counted", sa.Integer, nullable=False, comment="its decisions that counted"),
        sa.Column("loss", sa.Double, nullable=False, comment="for each of these"),
        sa.Column("squares", sa.Double, nullable=False, comment="the sum of squared deviations from that"),
        comment="what reviews say of each seat: a projection of them",
    )
    for column in COLUMNS:
        op.drop_column("results", column)
