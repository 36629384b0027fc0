"""Meters and the journal as pages and feeds show them."""
