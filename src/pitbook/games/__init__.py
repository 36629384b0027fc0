"""One folder per game: its printed rules, its events, how it is played, its cases."""
