"""The error message if a library is missing."""

import sys

import pytest

import pasch.env


@pytest.mark.parametrize(
    ("adapter", "module", "file", "name"),
    [
        (lambda: pasch.env.aec("sack"), "pettingzoo", "zoo", "PettingZoo"),
        (lambda: pasch.env.parallel("sack"), "pettingzoo", "zoo", "PettingZoo"),
        (lambda: pasch.env.gym("sack"), "gymnasium", "single", "Gymnasium"),
        (pasch.env.register_open_spiel, "pyspiel", "spiel", "OpenSpiel"),
    ],
)
def test_a_missing_library_is_named_with_the_way_to_it(
    adapter: object, module: str, file: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"pasch.env.{file}", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ModuleNotFoundError, match=rf"{name} is needed .* '{module}': pip install 'pasch\[rl\]'"):
        adapter()  # type: ignore[operator]
