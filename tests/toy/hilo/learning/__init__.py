"""How programs play and learn High or low."""
