"""Other engines than Chromium: one turn of each game in Firefox and in WebKitGTK, with pictures. Part of the proof.

Firefox is driven by Marionette, which it brings itself, WebKitGTK by its own driver. Both speak the commands of the
WebDriver standard: this needs no library.
"""

import base64
import contextlib
import itertools
import json
import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pasch.games import GAMES
from tests.server.nodes import Process

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "web" / "test-results" / "engines"
CLIENT = ROOT / "src" / "pasch" / "server" / "client" / "index.html"
PATIENCE = 60.0
TRIES = 40

Send = Callable[[str, str, dict[str, Any]], Any]
"""A command: its path in WebDriver, its name in Marionette, its parameters."""


class Browser:
    def __init__(self, send: Send) -> None:
        self._send = send

    def go(self, url: str) -> None:
        self._send("url", "Navigate", {"url": url})

    def run(self, script: str, *arguments: object) -> Any:
        return self._send("execute/sync", "ExecuteScript", {"script": script, "args": list(arguments)})

    def tap(self, x: int, y: int) -> None:
        steps = [{"type": "pointerMove", "x": x, "y": y, "duration": 0}, {"type": "pointerDown", "button": 0}]
        finger = {"type": "pointer", "id": "finger", "actions": [*steps, {"type": "pointerUp", "button": 0}]}
        self._send("actions", "PerformActions", {"actions": [finger]})

    def until(self, script: str, *arguments: object) -> Any:
        end = time.monotonic() + PATIENCE
        while not (found := self.run(f"return {script}", *arguments)):
            assert time.monotonic() < end, script
            time.sleep(0.2)
        return found

    def picture(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(base64.b64decode(self._send("screenshot", "TakeScreenshot", {"full": False})))


def connected(port: int) -> socket.socket:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except OSError:
            assert time.monotonic() < end, f"nobody listens on {port}"
            time.sleep(0.2)


def free_port() -> int:
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as probe:
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def started(*command: str, **environment: str) -> Iterator[None]:
    child = subprocess.Popen(
        command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        child.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(10)
        child.kill()
        child.wait()


@contextlib.contextmanager
def firefox() -> Iterator[Browser]:
    """Marionette: messages of JSON, each behind its length, over one connection."""
    port = free_port()
    with tempfile.TemporaryDirectory() as profile:
        (Path(profile) / "user.js").write_text(f'user_pref("marionette.port", {port});\n', encoding="utf-8")
        words = (
            "firefox-esr",
            "--headless",
            "--marionette",
            "--no-remote",
            "--profile",
            profile,
            "--width",
            "1280",
            "--height",
            "860",
        )
        with started(*words, HOME=profile, LANG="de_DE.UTF-8"), connected(port) as line, line.makefile("rb") as reader:
            numbers = itertools.count(1)

            def heard() -> Any:
                size = b""
                while (digit := reader.read(1)) != b":":
                    assert digit, "Firefox is gone"
                    size += digit
                return json.loads(reader.read(int(size)))

            def send(_: str, name: str, parameters: dict[str, Any]) -> Any:
                message = json.dumps([0, next(numbers), f"WebDriver:{name}", parameters]).encode()
                line.sendall(b"%d:%b" % (len(message), message))
                _, _, error, result = heard()
                assert error is None, error
                return result.get("value") if isinstance(result, dict) else result

            heard()  # it greets
            send("", "NewSession", {})
            yield Browser(send)


def screen_as_png(memory: bytes) -> bytes:
    """The picture in Xvfb's memory: a header and a colour table (XWD), then rows of blue, green, red and nothing."""
    header = struct.unpack(">25I", memory[:100])
    size, width, height, line, colours = (header[at] for at in (0, 4, 5, 12, 19))
    points = memory[size + 12 * colours :]
    rows = bytearray()
    for at in range(height):
        row, rgb = points[at * line : at * line + 4 * width], bytearray(3 * width)
        rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
        rows += b"\0" + rgb

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    about = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", about) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@contextlib.contextmanager
def webkit() -> Iterator[Browser]:
    """WebDriver over HTTP. The little browser of WebKitGTK needs a screen: Xvfb, whose memory is the picture, since the
    driver's own never comes there."""
    port, screen = free_port(), f":{90 + os.getpid() % 100}"
    base = f"http://127.0.0.1:{port}"

    def post(path: str, body: dict[str, Any]) -> Any:
        data = json.dumps(body).encode()
        request = urllib.request.Request(base + path, data, {"Content-Type": "application/json"})  # noqa: S310
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            return json.loads(answer.read())["value"]

    alone = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "DISPLAY": screen}
    with (
        tempfile.TemporaryDirectory() as memory,
        started("Xvfb", screen, "-screen", "0", "1280x860x24", "-nolisten", "tcp", "-fbdir", memory),
        started("WebKitWebDriver", f"--port={port}", **alone),
    ):
        connected(port).close()
        session = post("/session", {"capabilities": {"alwaysMatch": {}}})["sessionId"]

        def send(path: str, _: str, parameters: dict[str, Any]) -> Any:
            if path == "screenshot":
                return base64.b64encode(screen_as_png((Path(memory) / "Xvfb_screen0").read_bytes()))
            return post(f"/session/{session}/{path}", parameters)

        yield Browser(send)


ENGINES: dict[str, tuple[Callable[[], contextlib.AbstractContextManager[Browser]], tuple[str, ...]]] = {
    "firefox": (firefox, ("firefox-esr",)),
    "webkit": (webkit, ("WebKitWebDriver", "Xvfb")),
}

BEGIN = """
const [game] = arguments;
const headers = { "content-type": "application/json" };
const post = (path, body) =>
  fetch("/api/v1" + path, { method: "POST", body: JSON.stringify(body), headers }).then((it) => it.json());
(async () => {
  await post("/me", { name: "Anna" });
  const table = await post("/tables", { game, seats: 2, bots: ["greedy"], options: { first: 0 } });
  await post(`/tables/${table.id}/begin`, {});
  document.documentElement.dataset.table = table.id;
})();
"""
EVENTS = """
fetch(`/api/v1/tables/${arguments[0]}/story`).then((it) => it.json()).then((story) => {
  document.documentElement.dataset.scenes = story.scenes.map((one) => one.seat).join(" ");
});
"""
WHERE = """
const felt = document.querySelector("main.felt");
const taken = felt.querySelector('.rolled .hit[aria-pressed="true"]');
const places = [taken ? ".lanes .field.next" : ".rolled .hit", ".lanes [data-stop]", '.f21.can[aria-pressed="false"]',
  ".do .btn.gold", "button.line.fit", '[data-mode="swap"][aria-checked="false"]', '.fan button[aria-pressed="false"]'];
const one = places.map((place) => felt.querySelector(place)).find((found) => found?.getClientRects().length);
if (!one) return null;
one.scrollIntoView({ block: "center" });
const box = one.getBoundingClientRect();
return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2), one.className];
"""
"""What can be tapped now on any of the boards, the next step of a turn first."""
MOVES = {"twentyone": 2}
"""How many moves a turn has at least, where it has more than one: keeping the dice is not all of it."""


@pytest.mark.proof
@pytest.mark.parametrize("engine", ENGINES)
def test_one_turn_of_each_game_in_another_engine(engine: str, tmp_path: Path) -> None:
    start, programs = ENGINES[engine]
    if missing := [program for program in programs if not shutil.which(program)]:
        assert not os.environ.get("CI"), f"{missing} not installed"
        pytest.skip(f"{missing} not installed")
    assert CLIENT.exists(), "make client builds the page"
    with (
        Process("--port", "0", "--data", str(tmp_path), "--bot-pause", "0", "--limits", "1000") as server,
        start() as browser,
    ):
        for game in (game for game in GAMES if (ROOT / "web" / "src" / "games" / game).is_dir()):
            browser.go(server.base)
            browser.run(BEGIN, game)
            table = browser.until("document.documentElement.dataset.table")
            browser.go(f"{server.base}/t/{table}")
            browser.until("document.querySelector('main.felt .news') !== null")
            time.sleep(2)
            browser.picture(PICTURES / f"{engine}-{game}-begin.png")
            tapped = []
            for _ in range(TRIES):
                browser.run(EVENTS, table)
                time.sleep(0.5)
                seats = browser.run("return document.documentElement.dataset.scenes ?? ''").split(" ")
                if is_played := "1" in seats and seats.count("0") >= MOVES.get(game, 1):
                    break  # Anna has had her turn, by taps alone, and the bot has moved
                if where := browser.run(WHERE):
                    tapped.append(where)
                    browser.tap(*where[:2])
            assert is_played, f"{engine}, {game}: no turn was played with {tapped}"
            time.sleep(1)
            browser.picture(PICTURES / f"{engine}-{game}-turn.png")
            wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{engine}, {game}: {wide} px too wide"
