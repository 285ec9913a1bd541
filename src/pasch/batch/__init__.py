"""Thousands of matches at once in JAX: the driver of the games' twins."""

try:
    from pasch.batch.many import Many, Matches, Step
    from pasch.games.twin import NO_ACTION
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"JAX is needed for this, but there is no module {missing.name!r}:"
        " pip install 'pasch[batch]', in a checkout '.[batch]'",
        name=missing.name,
    ) from missing

__all__ = ["NO_ACTION", "Many", "Matches", "Step"]
