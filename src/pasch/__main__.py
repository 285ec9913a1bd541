"""`python -m pasch` is the command `pasch`."""

from pasch.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
