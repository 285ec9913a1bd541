"""The page about hosting and the files of deploy/ are true: commands are understood, options and metrics are there."""

import re
import shlex
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path

import pytest
from prometheus_client.metrics import MetricWrapperBase

from pasch.cli import _parser
from pasch.server import metrics
from pasch.server.http.app import LARGEST_BODY
from pasch.server.http.socket import LARGEST_MESSAGE, MOST_TABLES
from pasch.server.live.hooks import MOST_HOOKS, MOST_SENT
from pasch.server.serve import SECONDS_TO_END
from pasch.server.settings import Settings
from pasch.server.store.writer import PAUSES

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
NGINX = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
UNITS = sorted((ROOT / "deploy").glob("*.service"))
INSTEAD = {
    "%i": "8421",
    "${PASCH_DATABASE}": "postgresql://pasch@127.0.0.1/pasch",
    "${PASCH_REDIS}": "redis://h:6379/0",
}
"""What systemd puts into the command line of a unit."""
SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("", "_bucket", "_sum", "_count")}
"""Under which names Prometheus knows a metric; of a histogram, the page may also name the whole."""


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def words(line: str) -> list[str]:
    """The words of the first command on a line of the shell."""
    return list(takewhile(lambda word: word not in ("|", ">", "&&", ";"), shlex.split(line, comments=True)))


def commands() -> Iterator[str]:
    """Everything on the page that is meant to be typed and begins with pasch, wherever that lies."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    lines += re.findall(r"(?<!`)`(pasch [^`]+)`", PAGE) + re.findall(r"# .*(pasch serve .*)", NGINX)
    for line in lines:
        program, *rest = words(line) or [""]
        if Path(program).name == "pasch":
            yield shlex.join(rest)


def starts(unit: Path) -> str:
    line = re.findall(r"^ExecStart=\S+/pasch (.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE)[0]
    for name, value in INSTEAD.items():
        line = line.replace(name, value)
    return str(line)


def is_understood(line: str) -> bool:
    """By the real parser. A command that is only mentioned, without its words, must exist."""
    given = shlex.split(line)
    try:
        _parser().parse_args([*given, "--help"] if len(given) == 1 else given)
    except SystemExit as stop:
        return not stop.code
    return True


@pytest.mark.parametrize("line", sorted(set(commands())))
def test_every_command_on_the_page_is_understood(line: str) -> None:
    assert is_understood(line)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_the_command_of_every_unit_is_understood(unit: Path) -> None:
    line = starts(unit)
    assert "%" not in line
    assert "$" not in line
    assert is_understood(line)


def test_the_commands_were_found() -> None:
    found = list(commands())
    for name in ("serve", "export", "import"):
        assert any(line.startswith(f"{name} ") for line in found)
    assert len(found) > 15
    assert len(UNITS) == 2


@pytest.mark.parametrize("line", ["deport", "export --data here", "serve --bananas 3", "serve --port 70000"])
def test_a_wrong_command_would_be_noticed(line: str) -> None:
    assert not is_understood(line)


def test_every_option_of_serve_is_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        _parser().parse_args(["serve", "--help"])
    options = set(re.findall(r"--[a-z][a-z-]+", capsys.readouterr().out)) - {"--help"}
    assert len(options) > 10
    assert options <= set(re.findall(r"--[a-z][a-z-]+", PAGE))


def test_every_metric_on_the_page_is_counted() -> None:
    kept = [metric for metric in vars(metrics).values() if isinstance(metric, MetricWrapperBase)]
    families = [family for metric in kept for family in metric.describe()]
    known = {family.name + suffix for family in families for suffix in SUFFIXES[family.type]}
    named = set(re.findall(r"(?<![$\w])pasch_[a-z_]+", PAGE))
    assert len(named) > 5
    assert named <= known


def test_the_limits_on_the_page_are_the_limits() -> None:
    usual = Settings(database="")
    for row in (
        f"| {usual.http_rate:g} a second and person,",
        f"| {usual.socket_rate:g} a second and socket,",
        f"socket, 100 at once; {usual.address_rate:g} a second and address,",
        f"| {usual.chat_rate:g} a second and person,",
        f"| {usual.tables_rate:g} a second and person,",
        f"| {usual.sockets} for each person,",
        f"| {usual.door_rate:g} a second and address, {20 * usual.door_rate:g} at once |",
        f"| {usual.reads:g} a second and person,",
        f"| {usual.connections} for each address; a request must have arrived within {usual.request_seconds:g} seconds",
        f"| {usual.newcomers:g} a second and address,",
        f"watches | {MOST_TABLES} |",
        f"| {LARGEST_MESSAGE} characters |",
        f"| {LARGEST_BODY} bytes |",
        f"for {usual.idle_days:g} days is closed",
    ):
        assert row in PAGE, row
    slow = [usual.listed_rate, usual.circle_rate, usual.passkey_rate, usual.poke_rate, usual.hook_rate]
    assert [round(1 / rate) for rate in slow] == [120, 5, 5, 300, 60]
    assert "| webhooks that are set | 1 a minute and person, 5 at once |" in PAGE
    assert f"A circle has {MOST_HOOKS} at most and sends word {MOST_SENT} times an hour at most." in PAGE
    assert "| 1 in two minutes and person, 5 at once |" in PAGE
    assert PAGE.count("| 1 in five seconds and person,") == 2
    assert "| 1 in five minutes for each person who is nudged, 6 at once |" in PAGE


def test_everything_is_installed_in_the_versions_that_were_tested() -> None:
    lines = [line for block in blocks("sh") for line in block.splitlines() if "pip install" in line]
    assert len(lines) == 5
    assert all("pip install -c constraints.txt " in line for line in lines)


def test_what_the_page_shows_of_nginx_is_in_the_example() -> None:
    (shown,) = blocks("nginx")
    assert shown in re.sub(r"^ *#.*\n", "", NGINX, flags=re.MULTILINE)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_node_has_time_to_end_before_it_is_killed(unit: Path) -> None:
    (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)$", unit.read_text(encoding="utf-8"), re.MULTILINE)
    assert int(seconds) > SECONDS_TO_END + sum(PAUSES)
    assert f"`TimeoutStopSec={seconds}`" in PAGE
