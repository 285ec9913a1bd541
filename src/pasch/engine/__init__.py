"""What a game is: the contract, its chance, its records, its refusals. Knows no game and does no I/O."""
