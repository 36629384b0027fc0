"""The routes of the HTTP API, by subject. Each calls what the commands call and answers with the same JSON."""
