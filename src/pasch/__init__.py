"""Pasch: a table for three dice and card games."""

__version__ = "0.1.0"
