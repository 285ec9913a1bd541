"""Passkeys say on which device they were made."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "passkeys",
        sa.Column("kind", sa.String(20), nullable=False, server_default="old", comment="phone, tablet, computer, old"),
    )
    op.add_column(
        "passkeys",
        sa.Column("device", sa.Text, nullable=False, server_default="", comment="its browser and system"),
    )


def downgrade() -> None:
    for column in ("kind", "device"):
        op.drop_column("passkeys", column)
