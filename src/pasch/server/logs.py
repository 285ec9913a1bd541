"""Logs for people or, as JSON, for machines. They never hold a cookie, a link's token or a hidden card."""

import logging
import sys
from datetime import UTC, datetime
from typing import Literal

import msgspec

from pasch.engine.language import one_line

Style = Literal["text", "json"]
_usual = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_extra(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=repr).decode()


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        extra = " ".join(f"{name}={one_line(str(value))}" for name, value in _extra(record).items())
        return " ".join(filter(None, [super().format(record), extra]))


def _extra(record: logging.LogRecord) -> dict[str, object]:
    return {name: value for name, value in vars(record).items() if name not in _usual}


def set_up_logs(style: Style, level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if style == "json" else Lines("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for noisy in ("alembic", "sqlalchemy", "aiosqlite", "litestar", "uvicorn.error"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
