"""How programs play and learn Karten-Kniffel: numbers, the JAX twin, the networks and their weights."""
