"""Writes docs/protocol.schema.json and the tables of docs/protocol.md from the messages themselves: make protocol."""

import json
import sys
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args

import msgspec
from docs import generated

from pasch.server.live.messages import PROTOCOL, HintedMove, Incoming, Outgoing, Scene, SeatNews
from pasch.server.table.clocks import Pace
from pasch.server.table.refusals import KINDS, OF_A_RULE
from pasch.server.table.seats import Setup

DOCS = Path(__file__).parent
PAGE = DOCS / "protocol.md"
SCHEMA = DOCS / "protocol.schema.json"


def schema() -> str:
    roots = [*get_args(Incoming), *get_args(Outgoing), SeatNews, Setup, *get_args(Pace)]
    _, components = msgspec.json.schema_components(roots, ref_template="#/$defs/{name}")
    components["Update"]["properties"]["seats"]["items"] = {"$ref": "#/$defs/SeatNews"}
    refs = {
        "client": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in get_args(Incoming)],
        "server": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in get_args(Outgoing)],
    }
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Pasch protocol {PROTOCOL}",
        "oneOf": [{"anyOf": refs["client"]}, {"anyOf": refs["server"]}],
        "$defs": components,
    }
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def tables(kinds: tuple[Any, ...]) -> str:
    return "\n".join(_table(kind) for kind in kinds)


def _table(kind: Any) -> str:
    tag = kind.__struct_config__.tag
    name = f"`{tag}`" if tag else f"*{kind.__name__}*"
    says = cleandoc(kind.__doc__ or "").replace("\n", " ")
    _, components = msgspec.json.schema_components([kind], ref_template="{name}")
    fields = {key: value for key, value in components[kind.__name__]["properties"].items() if key != "type"}
    needed = components[kind.__name__].get("required", [])
    rows = [f"| `{key}` | {_type(value)} | {'yes' if key in needed else ''} |" for key, value in fields.items()]
    head = f"**{name}** {says if not says.startswith(kind.__name__ + '(') else ''}".rstrip()
    return "\n".join([head, "", "| field | JSON | always there |", "|---|---|---|", *rows, ""]) if rows else f"{head}\n"


def _type(value: dict[str, Any]) -> str:
    if "$ref" in value:
        return f"*{value['$ref']}*"
    if "anyOf" in value:
        return " or ".join(_type(one) for one in value["anyOf"])
    if "enum" in value:
        return " or ".join(f"`{one!s}`" for one in value["enum"])
    if value == {"type": "array", "items": {}}:
        return "list of *SeatNews*"
    if value.get("type") == "array":
        return f"list of {_type(value.get('items', {}))}"
    limits = [
        f"≥ {value['minimum']}" if "minimum" in value else "",
        f"≤ {value['maxLength']} characters" if "maxLength" in value else "",
    ]
    return " ".join([value.get("type", "anything"), *filter(None, limits)])


def refusals() -> str:
    kinds = {"a letter and a number": OF_A_RULE, **{f"`{rule}`": kind for rule, kind in KINDS.items()}}
    rows = [f"| {rule} | {kind.status} | {kind.means} |" for rule, kind in kinds.items()]
    return "\n".join(["| `rule` | over HTTP | what it means |", "|---|---|---|", *rows])


def page(text: str) -> str:
    """The page with its generated parts made anew."""
    text = generated.between(text, "refusals", refusals())
    for name, kinds in {
        "client": get_args(Incoming),
        "server": (*get_args(Outgoing), SeatNews, Scene, HintedMove),
    }.items():
        text = generated.between(text, name, tables(kinds))
    return text


def main() -> int:
    SCHEMA.write_text(schema(), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
