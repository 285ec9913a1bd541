"""The recipes for libraries on PyTorch learn. They are too large for every checkout: install them for these tests."""

import runpy
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples"
RECIPES = [
    ("sb3", ("sb3_contrib",), "sb3-contrib", {"steps": 4096}),
    ("tianshou_dqn", ("tianshou",), "tianshou", {"steps": 6000}),
    ("rllib_ppo", ("torch", "ray.rllib"), "'ray[rllib]' torch", {"iterations": 3}),
]


@pytest.mark.proof
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(("recipe", "modules", "package", "size"), RECIPES, ids=[name for name, *_ in RECIPES])
def test_a_recipe_learns_to_beat_random(
    recipe: str, modules: tuple[str, ...], package: str, size: dict[str, Any]
) -> None:
    for module in modules:
        pytest.importorskip(module, reason=f"{recipe} IS NOT TESTED: pip install {package}", exc_type=ImportError)
    program = runpy.run_path(str(EXAMPLES / f"{recipe}.py"))
    assert program["share_of_wins"](program["train"](**size), matches=30) > 0.65


def test_every_recipe_is_told_of_in_the_guide() -> None:
    guide = (EXAMPLES.parent / "research.md").read_text(encoding="utf-8")
    assert all(f"(examples/{file.name})" in guide for file in EXAMPLES.glob("*.py"))
    assert all(f"`pip install {package}`" in guide for _, _, package, _ in RECIPES), "with what it needs"
