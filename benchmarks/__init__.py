"""One program for each figure that the README claims."""
