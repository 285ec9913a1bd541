"""Tickets that are worth something once and for minutes; and who said what in the chat, for when they are erased."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tickets",
        sa.Column("id", sa.String(64), primary_key=True, comment="SHA-256 of its token"),
        sa.Column("kind", sa.String(10), nullable=False, comment="what it lets somebody do, once"),
        sa.Column(
            "person",
            sa.String(40),
            sa.ForeignKey("people.id"),
            index=True,
            comment="whose it is; of nobody known: none",
        ),
        sa.Column("until", sa.Double, nullable=False, comment="when it is worth nothing any more"),
        sa.Column("body", sa.Text, nullable=False, comment="what has become of it, as JSON"),
    )
    comment = "who said it; lines from before this was noted have none"
    op.add_column("chat", sa.Column("person", sa.String(40), comment=comment))


def downgrade() -> None:
    with op.batch_alter_table("chat") as chat:
        chat.drop_column("person")
    op.drop_table("tickets")
