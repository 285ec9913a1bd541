"""Attacks on a real `pasch serve`: everything here once worked, and must not work again."""
