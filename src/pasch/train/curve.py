"""A learning curve as a picture: the cross-entropy of the places, and the win share against the old weights."""

from collections.abc import Sequence
from pathlib import Path

from pasch.games.weights import About, Point

WIDTH, HEIGHT = 720, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 64, 56, 48
INK, LINES = "#3d2b1f", "#d9c9b0"
CROSS_ENTROPY, SHARE = "#9c3b2e", "#2e6b4f"


def draw(file: Path, about: About) -> None:
    file.write_text(picture(about), encoding="utf-8")


def picture(about: About) -> str:
    points = about.curve
    end = max([point.matches for point in points], default=1) or 1
    losses = [(point.matches / end, point.cross_entropy) for point in points]
    low, high = _limits([value for _, value in losses])
    shares = [(point.matches / end, point.share) for point in points if point.share is not None]
    title = f"{about.game}, {about.players} players: {about.matches:,} matches in {about.seconds / 60:,.1f} min"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="13" fill="{INK}" role="img" aria-label="{title}">'
    )
    return "\n".join(
        [
            head,
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf6ec"/>',
            f'<text x="{LEFT}" y="24" font-size="16" font-weight="bold">{title}</text>',
            f'<text x="{LEFT}" y="44" fill="{CROSS_ENTROPY}">cross-entropy of the places</text>',
            f'<text x="{WIDTH - RIGHT}" y="44" text-anchor="end" fill="{SHARE}">share against {about.against}</text>',
            *_grid(low, high, end),
            _line([(x, (value - low) / (high - low)) for x, value in losses], CROSS_ENTROPY),
            _line(shares, SHARE),
            *_whiskers(points, end),
            "</svg>",
        ]
    )


def _limits(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values, default=0.0), max(values, default=1.0)
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def _at(x: float, y: float) -> tuple[float, float]:
    """Where a point lies whose numbers go from 0 to 1."""
    return LEFT + x * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - y * (HEIGHT - TOP - BOTTOM)


def _line(points: Sequence[tuple[float, float]], colour: str) -> str:
    way = " ".join(f"{x:.1f},{y:.1f}" for x, y in (_at(*point) for point in points))
    return f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>'


def _whiskers(points: Sequence[Point], end: int) -> list[str]:
    found = []
    for point in points:
        if point.share is not None:
            x, top = _at(point.matches / end, min(1.0, point.share + point.error))
            _, bottom = _at(0, max(0.0, point.share - point.error))
            found.append(f'<path d="M{x:.1f} {top:.1f}V{bottom:.1f}" stroke="{SHARE}"/>')
    return found


def _grid(low: float, high: float, end: int) -> list[str]:
    found = []
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = _at(0, part)
        right, value = _at(1, part)[0], low + part * (high - low)
        found += [
            f'<path d="M{x} {y:.1f}H{right}" stroke="{LINES}"/>',
            f'<text x="{x - 8}" y="{y + 4:.1f}" text-anchor="end" fill="{CROSS_ENTROPY}">{value:.3f}</text>',
            f'<text x="{right + 8}" y="{y + 4:.1f}" fill="{SHARE}">{part:.0%}</text>',
            f'<text x="{_at(part, 0)[0]:.1f}" y="{HEIGHT - 24}" text-anchor="middle">{part * end:,.0f}</text>',
        ]
    return [*found, f'<text x="{WIDTH / 2}" y="{HEIGHT - 6}" text-anchor="middle">matches</text>']
