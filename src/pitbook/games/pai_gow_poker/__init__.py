"""Pai Gow Poker, 58 Pa. Code ch. 645a."""
