"""How programs play and learn Blöder Sack: heuristic, encoding, JAX twin, value network and its weights."""
