"""How a node is run."""

from pathlib import Path

import msgspec


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Of tables, seats, hints, tries and whole logs, one address has ten times as much as a person."""

    database: str
    redis: str | None = None
    is_alone: bool = False
    """Nobody else can write into the same logs: the folder of the database file is locked."""
    client: Path = Path(__file__).parent / "client"
    """The folder of the built browser client."""
    host: str = "127.0.0.1"
    port: int = 8421
    origins: tuple[str, ...] = ()
    """Addresses under which the table is reached from outside: no other name is answered to, but those of the network
    at home."""
    https: bool = False
    """Whether cookies travel over TLS only."""
    proxies: tuple[str, ...] = ()
    """Addresses of reverse proxies that are believed about the client's address."""
    contact: str = ""
    """Whom push services can write to; empty: nobody is nudged."""
    push_services: tuple[str, ...] = ()
    """Push services beside those of the browsers, as scheme and host."""
    webhooks: tuple[str, ...] = ()
    """Services that circles may send word to, as scheme and host."""
    bot_pause: float = 0.7
    """Seconds that a bot of the usual level takes for a small choice while somebody watches (see `bot_pool.py`)."""
    bot_workers: int = 1
    coach_share: float = 0.02
    """The part of a core that the coach takes for reviews where others want the same core; it has one that nobody wants
    for itself."""
    dice_wait: float = 10.0
    """Seconds that the devices of a table have to commit when the match begins, and again to reveal."""
    lease: float = 10.0
    """Seconds that a node has for a bot's move before another node takes over."""
    sweep: float = 0.5
    """Seconds between looks at what is due."""
    idle_days: float = 90.0
    """A match that nobody has touched for so long is closed."""
    keep: float = 60.0
    """Seconds that a table stays in memory when nobody listens."""
    limits: float = 1.0
    """So many times the rates below are allowed."""
    http_rate: float = 10.0
    """Requests that change something, per second and client; ten times as many at once."""
    reads: float = 20.0
    """Requests that only read, per second and client; ten times as many at once."""
    socket_rate: float = 20.0
    """Messages per second and socket; five times as many at once."""
    address_rate: float = 200.0
    """Messages per second of all sockets of one address; five times as many at once."""
    tables_rate: float = 0.5
    """New tables, rematches included, per second and person; thirty at once."""
    listed_rate: float = 1 / 120
    """Tables that somebody lets everybody find, per second and person; five at once."""
    passkey_rate: float = 0.2
    """Steps with passkeys, each of which may take much computing, per second and person; twelve at once."""
    circle_rate: float = 0.2
    """Changes of circles per second and person; sixty at once."""
    hook_rate: float = 1 / 60
    """Webhooks that somebody sets, each of which is tried at once, per second and person; five at once."""
    seats_rate: float = 1.0
    """Changes of a table's seats and setup, per second and person; sixty at once."""
    reread_rate: float = 1.0
    """Whole logs that are read for somebody (a story, a record, what was missed, taking back), per second and person;
    twenty at once."""
    chat_rate: float = 1.0
    """Lines of chat per second and person; ten at once."""
    hint_rate: float = 1.0
    """Hints per second and person; thirty at once."""
    hint_seconds: float = 1.5
    """What takes longer is no hint any more: a move is never held back by one."""
    tutored: int = 3
    """In how many first matches somebody new is given hints against bots, unless they choose otherwise."""
    tries_rate: float = 1.0
    """Tries of exercises per second and person; thirty at once."""
    try_seconds: float = 5.0
    """A try that is not judged by then is not waited for: bots think in the same processes."""
    reaction_rate: float = 0.2
    """Quick words per second and person; one at once."""
    poke_rate: float = 1 / 300
    """How often somebody may be nudged by all others together, per second; six times at once."""
    leaving_rate: float = 1 / 60
    """Exports of all that is somebody's, and erasing oneself, per second and person; five at once."""
    door_rate: float = 50.0
    """Requests of any kind and new sockets, per second and address; twenty times as many at once."""
    connections: int = 200
    """Connections that one address may have, those that say nothing included."""
    request_seconds: float = 15.0
    """In which a request must have arrived."""
    sockets: int = 50
    """Connections that one person, or an unknown address, may have."""
    guesses: float = 1.0
    """Questions for tables that are not there, per second and address; sixty at once."""
    newcomers: float = 1.0
    """New people per second and address; sixty at once."""

    @property
    def idle(self) -> float:
        return self.idle_days * 86_400
