"""Reviews of matches that are over."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("match", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column(
            "part", sa.String(20), primary_key=True, comment="of the match: all of it, or an event that was checked"
        ),
        sa.Column("judge", sa.String(40), primary_key=True, comment="which weights judged it"),
        sa.Column("body", sa.Text, nullable=False, comment="as JSON"),
    )


def downgrade() -> None:
    op.drop_table("reviews")
