"""``python -m pitbook``."""

from pitbook.cli import main

main()
