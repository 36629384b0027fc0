"""Midibaccarat, 58 Pa. Code ch. 629a and 629b."""
