"""Three Card Prime, 58 Pa. Code ch. 679a and 679b."""
