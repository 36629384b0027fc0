"""How the game is played: nothing beyond what its rules and events say."""
