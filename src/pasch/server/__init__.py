"""The table: a server on which people and bots play matches. It knows what a game is, and no game."""
