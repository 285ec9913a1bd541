"""Words and turns of phrase that native readers stumbled over stay away: from pages, sentences and lessons."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PRODUCT = [
    *sorted((ROOT / "src" / "pasch").rglob("*.py")),
    *sorted((ROOT / "src" / "pasch" / "games").rglob("README*.md")),
    *[file for kind in ("*.ts", "*.svelte", "lesson.json") for file in sorted((ROOT / "web" / "src").rglob(kind))],
]
RETIRED = {
    "zu wenig Würfel": "zu wenige Würfel",
    "vor den Startspieler": "wer rechts vom Startspieler sitzt",
    "Unter den Gleichen": "Erfüllen mehrere die Bedingung gleich gut",
    "Meiste außer": "Meiste ohne",
    "Most but": "Most non-",
    "während du mehr als": "Hast du beim Eintragen mehr als",
    "bunten Würfeln": "farbige Würfel",
    "nie mehr als ein gestrichenes": "höchstens ein Feld pro Runde",
    "mit Feld": "mit dem Würfel auf Feld",
    "Who discards": "If you discard",
    "Mein Block": "Mein Blatt",
    "deinem Block": "deinem Blatt",
    "Block von": "Blatt von",
    "und Block": "und Blatt",
    "Höchster Block": "Höchstes Blatt",
    "Highest block": "Highest sheet",
}
"""What is not said any more, and what is said instead."""


def test_the_product_has_words() -> None:
    assert len(PRODUCT) > 100
    assert {".py", ".md", ".ts", ".svelte", ".json"} == {file.suffix for file in PRODUCT}


@pytest.mark.parametrize("word", RETIRED)
def test_nobody_says_it_any_more(word: str) -> None:
    said = [str(file.relative_to(ROOT)) for file in PRODUCT if word.lower() in file.read_text(encoding="utf-8").lower()]
    assert said == [], f"say: {RETIRED[word]}"
