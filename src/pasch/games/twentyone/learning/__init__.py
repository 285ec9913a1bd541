"""How programs play and learn twenty one: numbers, the JAX twin, the networks and their weights."""
