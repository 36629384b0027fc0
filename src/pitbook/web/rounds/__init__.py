"""A round on a felt: its form, its edits, its faults beside their fields, its settlement."""
