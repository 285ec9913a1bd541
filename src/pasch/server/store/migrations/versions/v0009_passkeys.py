"""Passkeys: what secures a name."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(64), primary_key=True, comment="SHA-256 of its name"),
        sa.Column("person", sa.String(40), sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("name", sa.Text, nullable=False, comment="what the device that keeps it calls it"),
        sa.Column("key", sa.LargeBinary, nullable=False, comment="what its signatures are checked with"),
        sa.Column("uses", sa.BigInteger, nullable=False, comment="how often it was used, as it counts itself"),
        sa.Column("created", sa.Double, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("passkeys")
