"""How far ratings were computed: a node that starts need not begin with the first match."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rating_marks",
        sa.Column("pool", sa.String(40), primary_key=True, comment="a circle; empty: all tables that belong to none"),
        sa.Column("formula", sa.String(40), nullable=False, comment="by which formula; of another it is worth nothing"),
        sa.Column("until", sa.Double, nullable=False, comment="all matches that ended before are in it"),
        sa.Column("body", sa.Text, nullable=False, comment="game, person, mu, sigma, matches; as JSON"),
        comment="ratings as they were: computed from results, so that a node need not begin with the first match",
    )


def downgrade() -> None:
    op.drop_table("rating_marks")
