"""Webhooks: where a circle sends word to."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "hooks",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("circle", sa.String(40), sa.ForeignKey("circles.id"), nullable=False, index=True),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False, comment="who has set it"),
        sa.Column("url", sa.Text, nullable=False, comment="as Apprise has it; whoever knows it can write there"),
        sa.Column("service", sa.String(20), nullable=False, comment="discord, slack, ntfy, matrix, json"),
        sa.Column("origin", sa.Text, nullable=False, comment="the address of the service, which is no secret"),
        sa.Column("lang", sa.String(2), nullable=False),
        sa.Column("zone", sa.String(40), nullable=False, comment="whose time is told, as the database of zones has it"),
        sa.Column("failed", sa.Integer, nullable=False, comment="how often in a row nothing arrived there"),
        sa.Column("created", sa.Double, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("hooks")
