"""Three Card Poker, 58 Pa. Code ch. 649a."""
