"""The tables in use: opened, written into, sent to those who listen; bots, and what is due."""
