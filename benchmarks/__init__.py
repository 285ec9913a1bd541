"""One program for each figure that docs/figures.md claims."""
