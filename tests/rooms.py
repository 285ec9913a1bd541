"""The packages of `pasch` and their allowed imports: the single definition.

`tests/test_house.py` enforces it, `docs/make_architecture.py` writes it into docs/architecture.md.
"""

MAY_IMPORT = {
    "engine": {"engine"},
    "games": {"engine", "games"},
    "bots": {"engine", "games", "bots"},
    "env": {"engine", "games", "bots", "batch", "env"},
    "batch": {"engine", "games", "bots", "batch"},
    "coach": {"engine", "games", "bots", "coach"},
    "files": {"engine", "games"},
    "checking": {"engine", "games", "files"},
    "terminal": {"engine", "games", "bots", "coach", "files", "arguments", "terminal"},
    "server": {"engine", "games", "bots", "coach", "arguments", "server", "__init__"},
    "train": {"engine", "games", "bots", "batch", "arguments", "terminal", "train", "__init__"},
    "cli": {
        "engine",
        "games",
        "bots",
        "coach",
        "files",
        "arguments",
        "checking",
        "terminal",
        "server",
        "train",
        "one_core",
    }
    | {"__init__"},
    "arguments": set(),
    "one_core": set(),
    "__main__": {"cli"},
    "__init__": set(),
}
"""For every folder and file of `src/pasch` the others that it may import. `__init__` holds the version."""

SERVER_ROOMS = ("table", "people", "store", "live", "node", "http", "serve", "commands")
"""The rooms of `src/pasch/server`: each may import those before it (`tests/server/test_rooms.py` enforces it)."""
