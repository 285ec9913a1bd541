"""Rate limits per client: token buckets."""

from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic

from pasch.server.table.refusals import TooMuch

MOST_CLIENTS = 50_000
CROWD = 10.0
"""So many times as much as one person may have all those who come from one address: there one may have many names."""
NO_ADDRESS = ""
"""Whatever a proxy takes for an address and is none."""


@lru_cache(MOST_CLIENTS)
def household(host: str) -> str:
    """Who counts as one address: for IPv6 the /64 network, since one household has any number of addresses."""
    try:
        address = ip_address(host)
    except ValueError:
        return NO_ADDRESS
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or address.exploded[:19])


class Bucket:
    """Gets `rate` tokens a second, and holds those of so many seconds."""

    __slots__ = ("at", "rate", "size", "tokens")

    def __init__(self, rate: float, seconds: float) -> None:
        self.rate, self.size = rate, rate * seconds
        self.tokens, self.at = self.size, monotonic()

    def check(self) -> None:
        """Raise `TooMuch` where there is no token."""
        now = monotonic()
        self.tokens = min(self.size, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < 1:
            raise TooMuch(max(0.01, round((1 - self.tokens) / self.rate, 2)))

    def take(self, count: int = 1) -> None:
        """Take tokens; raise `TooMuch` where there is none. Whoever takes more than there are waits the longer."""
        self.check()
        self.tokens -= count


class Buckets:
    """A bucket for each client. The least recently seen are forgotten: by then theirs were full again."""

    def __init__(self, rate: float, seconds: float) -> None:
        self._rate, self._seconds = rate, seconds
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, client: str) -> None:
        if (bucket := self._buckets.get(client)) is not None:
            bucket.check()

    def take(self, client: str, count: int = 1) -> None:
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self._rate, self._seconds)
            if len(self._buckets) > MOST_CLIENTS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(client)
        bucket.take(count)


class Shares:
    """For what costs the node much: a bucket for each person, and a larger one for each address."""

    def __init__(self, rate: float, seconds: float) -> None:
        self._people, self._addresses = Buckets(rate, seconds), Buckets(rate * CROWD, seconds)

    def take(self, person: str | None, address: str, count: int = 1) -> None:
        self._people.take(person or address, count)
        self._addresses.take(address, count)
