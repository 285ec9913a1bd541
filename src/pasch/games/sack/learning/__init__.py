"""How programs play and learn Blöder Sack: numbers, the JAX twin, the networks and their weights."""
