"""Pitbook: an open, exact engine for the payout rules of regulated casino table games."""

__version__ = "0.1.0"
