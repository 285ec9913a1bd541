"""Devices by name: an id is that of a person and a mark; and what a browser says of the device that it runs on.

Cookies from before there were devices have the person's id alone: all of them together are one device.
"""

from secrets import token_hex

OLD = "old"
"""The mark of that one."""
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "Mac",
    "Linux": "Linux",
}
"""What a browser says of itself, and what it is called; the first that is found."""


def new_device(person: str) -> str:
    return f"{person}.{token_hex(4)}"


def owner_of(device: str | None) -> str | None:
    return None if device is None else device.partition(".")[0]


def mark_of(device: str) -> str:
    """What tells a device from the person's others."""
    return device.partition(".")[2] or OLD


def described(agent: str) -> tuple[str, str]:
    """What kind of device it is, and its browser and system, as far as the browser says."""
    is_tablet = "iPad" in agent or "Tablet" in agent or ("Android" in agent and "Mobile" not in agent)
    kind = "tablet" if is_tablet else "phone" if "Mobi" in agent else "computer"
    found = [next((name for sign, name in signs.items() if sign in agent), "") for signs in (BROWSERS, SYSTEMS)]
    return kind, ", ".join(filter(None, found))
