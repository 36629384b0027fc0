"""Long work in processes of its own, one at a time."""
