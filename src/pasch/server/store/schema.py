"""The database: what is stored of people, tables and their logs."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    true,
)

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("colour", String(20)),
    Column("link", String(64), unique=True, comment="SHA-256 of the private link's token"),
    Column("created", Double, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("id", String(40), primary_key=True, comment="as its cookie names it, signed"),
    Column("person", String(40), ForeignKey("people.id"), nullable=False, index=True),
    Column(
        "kind", String(10), nullable=False, comment="phone, tablet, computer; old: all from before there was a list"
    ),
    Column("name", String(40), nullable=False, comment="browser and system"),
    Column("created", Double, nullable=False),
    Column("seen", Double, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("stage", String(10), nullable=False),
    Column("secret", LargeBinary(32), nullable=False, comment="of the sealed dice"),
    Column("version", Integer, nullable=False, comment="number of entries in the log"),
    Column("waiting", Integer, nullable=False, comment="seats that have something to decide, as bits"),
    Column("chairs", Text, nullable=False, comment="who sits where, as everybody may know it, as JSON"),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False),
    Column(
        "asked",
        Text,
        nullable=False,
        server_default="[]",
        comment="people who have something to decide: seat, since when, and until when, as JSON",
    ),
    Column("due", Double, index=True, comment="when a bot, a clock or the broom has something to do"),
)

events = Table(
    "events",
    metadata,
    Column("match", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("key", String(40), comment="the id that the client gave it"),
    Column("what", Text, nullable=False, comment="as JSON"),
    sqlite_with_rowid=False,
)

seatings = Table(
    "seatings",
    metadata,
    Column("person", String(40), ForeignKey("people.id"), primary_key=True),
    Column("match", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seats", Integer, nullable=False, comment="as bits"),
    Column("seen", Boolean, nullable=False, server_default=true(), comment="whether the person has seen the end"),
    Index("seatings_match", "match"),
)

listings = Table(
    "listings",
    metadata,
    Column("match", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("since", Double, nullable=False),
    Column("setup", Text, nullable=False, comment="as JSON"),
    Index("listings_since", "since", "match"),
    Index("listings_game", "game", "since", "match"),
    comment="tables that anybody may sit down at: a projection of their logs",
)

results = Table(
    "results",
    metadata,
    Column("match", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(40), ForeignKey("people.id"), comment="none: a bot, or a guest"),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("place", Integer, nullable=False, comment="equals share one"),
    Column("score", Integer, comment="none: all others lost their seats before the end"),
    Column("ended", Double, nullable=False),
    Column("bot", String(40), comment="its level"),
    Column("stood_in", Integer, nullable=False, comment="how many moves a bot made for the person"),
    Column("hints", Integer, nullable=False, comment="how many the seat was given"),
    Column("forfeited", Double, comment="where a clock cost the seat: how much of the match was behind, from 0 to 1"),
    Column("rated", Boolean, nullable=False, comment="whether the table was to count for ratings"),
    Column("circle", String(40)),
    Column("facts", Text, nullable=False, comment="what the game tells of it, as JSON"),
    Column("rank", Integer, comment="the place for ratings; none: it does not count"),
    Column(
        "met", Text, nullable=False, server_default="{}", comment="bots by level: how many, how many behind; as JSON"
    ),
    Column("judge", String(40), nullable=False, server_default="", comment="which weights have reviewed it last"),
    Column(
        "luck",
        Double,
        nullable=False,
        server_default="0",
        comment="what chance brought it by the review, as a share of the win",
    ),
    Column("counted", Integer, nullable=False, server_default="0", comment="its decisions that counted there"),
    Column("loss", Double, nullable=False, server_default="0", comment="for each of these"),
    Column("squares", Double, nullable=False, server_default="0", comment="the sum of squared deviations from that"),
    Index("results_person", "person", "ended", "match"),
    Index("results_circle", "circle", "ended"),
    comment="how finished matches ended for each seat: a projection of their logs",
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match", String(40), ForeignKey("tables.id"), nullable=False),
    Column("at", Double, nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("person", String(40), comment="who said it; lines from before this was noted have none"),
    Index("chat_match", "match", "id"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("match", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("part", String(20), primary_key=True, comment="of the match: all of it, or an event that was checked"),
    Column("judge", String(40), primary_key=True, comment="which weights judged it"),
    Column("body", Text, nullable=False, comment="as JSON"),
)

circles = Table(
    "circles",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("version", Integer, nullable=False, comment="number of entries in its log"),
    Column("link", String(40), nullable=False, unique=True, comment="by which others join"),
    Column("created", Double, nullable=False),
)

circle_log = Table(
    "circle_log",
    metadata,
    Column("circle", String(40), ForeignKey("circles.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("what", Text, nullable=False, comment="as JSON"),
)

circle_members = Table(
    "circle_members",
    metadata,
    Column("person", String(40), ForeignKey("people.id"), primary_key=True),
    Column("circle", String(40), ForeignKey("circles.id"), primary_key=True),
)

circle_tables = Table(
    "circle_tables",
    metadata,
    Column("circle", String(40), ForeignKey("circles.id"), primary_key=True),
    Column("match", String(40), ForeignKey("tables.id"), primary_key=True),
)

hooks = Table(
    "hooks",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("circle", String(40), ForeignKey("circles.id"), nullable=False, index=True),
    Column("person", String(40), ForeignKey("people.id"), nullable=False, comment="who has set it"),
    Column("url", Text, nullable=False, comment="as Apprise has it; whoever knows it can write there"),
    Column("service", String(20), nullable=False, comment="discord, slack, ntfy, matrix, json"),
    Column("origin", Text, nullable=False, comment="the address of the service, which is no secret"),
    Column("lang", String(2), nullable=False),
    Column("zone", String(40), nullable=False, comment="whose time is told, as the database of zones has it"),
    Column("failed", Integer, nullable=False, comment="how often in a row nothing arrived there"),
    Column("created", Double, nullable=False),
)

tries = Table(
    "tries",
    metadata,
    Column("person", String(40), ForeignKey("people.id"), primary_key=True),
    Column("match", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("event", Integer, primary_key=True, autoincrement=False, comment="of the record, from 0"),
    Column("n", Integer, primary_key=True, autoincrement=False, comment="which try of this exercise, from 0"),
    Column("at", Double, nullable=False),
    Column("loss", Double, nullable=False, comment="of the move tried, as a share of the win"),
)

tickets = Table(
    "tickets",
    metadata,
    Column("id", String(64), primary_key=True, comment="SHA-256 of its token"),
    Column("kind", String(10), nullable=False, comment="what it lets somebody do, once"),
    Column("person", String(40), ForeignKey("people.id"), index=True, comment="whose it is; of nobody known: none"),
    Column("until", Double, nullable=False, comment="when it is worth nothing any more"),
    Column("body", Text, nullable=False, comment="what has become of it, as JSON"),
)

wishes = Table(
    "wishes",
    metadata,
    Column(
        "person", String(40), ForeignKey("people.id"), primary_key=True, comment="has answered whether to be nudged"
    ),
    Column("turn", Integer, nullable=False, comment="1: when it is their turn"),
    Column("quiet_from", Integer, nullable=False, comment="minutes after midnight"),
    Column("quiet_to", Integer, nullable=False),
    Column("zone", String(40), nullable=False, comment="where they live, as the time zone database calls it"),
    Column("circle", Integer, nullable=False, server_default="0", comment="1: when their circle invites"),
)

invited = Table(
    "invited",
    metadata,
    Column("person", String(40), ForeignKey("people.id"), primary_key=True),
    Column("circle", String(40), ForeignKey("circles.id"), primary_key=True),
    Column("evening", Integer, nullable=False, comment="the number of the one entered last"),
    Column("due", Double, index=True, comment="when to tell them; none: they were told, or know it"),
    Column("told", Double, nullable=False, comment="when they were told last"),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("device", String(40), ForeignKey("devices.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(40), ForeignKey("people.id"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False, comment="where the browser's push service takes messages for it"),
    Column("key", String(100), nullable=False, comment="what they are encrypted for"),
    Column("auth", String(40), nullable=False),
    Column("lang", String(2), nullable=False),
)

nudges = Table(
    "nudges",
    metadata,
    Column("person", String(40), ForeignKey("people.id"), primary_key=True),
    Column("match", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("asked", Integer, nullable=False, comment="the entry of the log since which they are asked"),
    Column("step", Integer, nullable=False, comment="how often they were told, or were there anyway"),
    Column("poked", Integer, nullable=False, comment="1: somebody at the table has asked for it, too"),
)

rating_marks = Table(
    "rating_marks",
    metadata,
    Column("pool", String(40), primary_key=True, comment="a circle; empty: all tables that belong to none"),
    Column("formula", String(40), nullable=False, comment="by which formula; of another it is worth nothing"),
    Column("until", Double, nullable=False, comment="all matches that ended before are in it"),
    Column("body", Text, nullable=False, comment="game, person, mu, sigma, matches; as JSON"),
    comment="ratings as they were: computed from results, so that a node need not begin with the first match",
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True, comment="SHA-256 of its name"),
    Column("person", String(40), ForeignKey("people.id"), nullable=False, index=True),
    Column("name", Text, nullable=False, comment="what the device that keeps it calls it"),
    Column("key", LargeBinary, nullable=False, comment="what its signatures are checked with"),
    Column("uses", BigInteger, nullable=False, comment="how often it was used, as it counts itself"),
    Column("created", Double, nullable=False),
    Column("kind", String(20), nullable=False, server_default="old", comment="phone, tablet, computer, old"),
    Column("device", Text, nullable=False, server_default="", comment="its browser and system"),
)
