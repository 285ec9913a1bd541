"""Where this server can be reached: from this machine, and from others in its network."""

import socket

from pasch.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 not bound here


def here(settings: Settings, port: int) -> str:
    """For a browser on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)  # noqa: S104 not bound here
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def outside(settings: Settings, port: int) -> str | None:
    """For phones in the same network; None where only this machine is listened to."""
    return f"http://{_in_the_network()}:{port}" if settings.host in EVERYWHERE else None


def _in_the_network() -> str:
    """The address of this machine in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
