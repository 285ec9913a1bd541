"""Webhooks by Apprise: to the services of its many that circles may use, and nothing else that its addresses can ask
for (redirections, other certificates, files)."""

import logging

from apprise.asset import AppriseAsset
from apprise.common import NotifyFormat
from apprise.plugins.base import NotifyBase
from apprise.plugins.custom_json import NotifyJSON
from apprise.plugins.discord import NotifyDiscord
from apprise.plugins.matrix import NotifyMatrix
from apprise.plugins.ntfy import NotifyNtfy, NtfyMode
from apprise.plugins.slack import NotifySlack, SlackMode

ADDRESSED = (NotifyDiscord, NotifySlack, NotifyNtfy)
"""Services whose own https addresses are understood."""
SCHEMES: dict[str, type[NotifyBase]] = {
    "discord": NotifyDiscord,
    "slack": NotifySlack,
    "ntfy": NotifyNtfy,
    "ntfys": NotifyNtfy,
    "matrix": NotifyMatrix,
    "matrixs": NotifyMatrix,
    "json": NotifyJSON,
    "jsons": NotifyJSON,
}
PASCH = AppriseAsset(app_id="Pasch", app_desc="Pasch", http_redirects=False, async_mode=False)

for name in ("apprise", "urllib3"):  # they would say where to
    logging.getLogger(name).setLevel(logging.CRITICAL + 1)


class Way:
    """To one place where word can be sent."""

    def __init__(self, plugin: NotifyBase, service: str) -> None:
        self._plugin, self.service = plugin, service

    @property
    def origin(self) -> str:
        """The one host that is talked to; empty: another one than was named could be."""
        match self._plugin:
            case NotifyDiscord():
                return _origin(NotifyDiscord.notify_url)
            case NotifySlack() as slack:
                return _origin(NotifySlack.webhook_url) if slack.mode == SlackMode.WEBHOOK else ""
            case NotifyNtfy() as ntfy if ntfy.mode == NtfyMode.CLOUD:
                return _origin(NotifyNtfy.cloud_notify_url)
            case NotifyMatrix() as matrix if matrix.mode != "off":
                return ""
            case _:
                port = f":{self._plugin.port}" if self._plugin.port else ""
                return f"http{'s' if self._plugin.secure else ''}://{self._plugin.host}{port}".lower()

    def send(self, title: str, body: str) -> bool:
        """Whether it has arrived. Waits for it."""
        try:
            return bool(self._plugin.notify(body=body, title=title, body_format=NotifyFormat.TEXT))
        except Exception:  # whatever a library of so many services does with their answers
            return False


def _origin(url: str) -> str:
    return "/".join(url.split("/")[:3])


def way_to(url: str) -> Way | None:
    """None for what is no such address. It has no options, and leads to one place."""
    scheme = url.partition(":")[0].lower()
    if "?" in url or not url.isprintable():
        return None
    address = url.replace("#", "%23")
    try:
        for kind in ADDRESSED if scheme == "https" else [SCHEMES[scheme]]:
            parsed = kind.parse_native_url(address) if scheme == "https" else kind.parse_url(address)
            if parsed and len(plugin := kind(**parsed | {"asset": PASCH})) == 1:
                if isinstance(plugin, NotifyMatrix):
                    plugin.discovery = plugin.e2ee = False
                return Way(plugin, kind.__name__.removeprefix("Notify").lower())
    except (TypeError, ValueError, KeyError, AttributeError):
        pass
    return None
