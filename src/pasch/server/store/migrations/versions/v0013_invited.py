"""Who wants to be told of evenings that their circles enter, and who is to be told when."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "wishes",
        sa.Column("circle", sa.Integer, nullable=False, server_default="0", comment="1: when their circle invites"),
    )
    op.create_table(
        "invited",
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("circle", sa.String(40), sa.ForeignKey("circles.id"), primary_key=True),
        sa.Column("evening", sa.Integer, nullable=False, comment="the number of the one entered last"),
        sa.Column("due", sa.Double, index=True, comment="when to tell them; none: they were told, or know it"),
        sa.Column("told", sa.Double, nullable=False, comment="when they were told last"),
    )


def downgrade() -> None:
    op.drop_table("invited")
    op.drop_column("wishes", "circle")
