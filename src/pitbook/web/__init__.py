"""The web: an HTTP API and pages over the library and the ledger. Needs the extra ``web``."""
