"""Results of finished matches, verdicts on them, open tables, who is asked since when: projections of the logs.

What was stored before is computed when the server starts, or by `pasch rebuild`; until then a setting says so.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "tables",
        sa.Column(
            "asked",
            sa.Text,
            nullable=False,
            server_default="[]",
            comment="people who have something to decide: seat, since when, and until when, as JSON",
        ),
    )
    op.add_column(
        "seatings",
        sa.Column(
            "seen",
            sa.Boolean,
            nullable=False,
            server_default=sa.true(),
            comment="whether the person has seen the end",
        ),
    )
    op.create_table(
        "listings",
        sa.Column("match", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("setup", sa.Text, nullable=False, comment="as JSON"),
        comment="tables that anybody may sit down at: a projection of their logs",
    )
    op.create_index("listings_since", "listings", ["since", "match"])
    op.create_index("listings_game", "listings", ["game", "since", "match"])
    op.create_table(
        "results",
        sa.Column("match", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), comment="none: a bot, or a guest"),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False, comment="equals share one"),
        sa.Column("score", sa.Integer, comment="none: all others lost their seats before the end"),
        sa.Column("ended", sa.Double, nullable=False),
        sa.Column("bot", sa.String(40), comment="its level"),
        sa.Column("stood_in", sa.Integer, nullable=False, comment="how many moves a bot made for the person"),
        sa.Column("hints", sa.Integer, nullable=False, comment="how many the seat was given"),
        sa.Column(
            "forfeited", sa.Double, comment="where a clock cost the seat: how much of the match was behind, from 0 to 1"
        ),
        sa.Column("rated", sa.Boolean, nullable=False, comment="whether the table was to count for ratings"),
        sa.Column("circle", sa.String(40)),
        sa.Column("facts", sa.Text, nullable=False, comment="what the game tells of it, as JSON"),
        comment="how finished matches ended for each seat: a projection of their logs",
    )
    op.create_index("results_person", "results", ["person", "ended", "match"])
    op.create_index("results_circle", "results", ["circle", "ended"])
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
    op.execute("INSERT INTO settings (name, value) SELECT 'rebuild', 'due' WHERE EXISTS (SELECT 1 FROM tables)")


def downgrade() -> None:
    op.execute("DELETE FROM settings WHERE name = 'rebuild'")
    op.drop_table("verdicts")
    op.drop_table("results")
    op.drop_table("listings")
    op.drop_column("seatings", "seen")
    op.drop_column("tables", "asked")
