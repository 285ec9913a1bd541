"""Devices: each has a cookie of its own, which can be revoked."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "devices",
        sa.Column("id", sa.String(40), primary_key=True, comment="as its cookie names it, signed"),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column(
            "kind",
            sa.String(10),
            nullable=False,
            comment="phone, tablet, computer; old: all from before there was a list",
        ),
        sa.Column("name", sa.String(40), nullable=False, comment="browser and system"),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
    )
    # The cookies that were made so far name the person: they go on as one device of that name.
    op.execute(
        "INSERT INTO devices (id, person, kind, name, created, seen) "
        "SELECT id, id, 'old', '', created, created FROM people"
    )


def downgrade() -> None:
    op.drop_table("devices")
