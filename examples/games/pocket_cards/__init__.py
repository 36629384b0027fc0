"""Pocket Cards: an invented game of one wager, to show how a game is added."""
