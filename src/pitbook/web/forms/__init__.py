"""What a page asks, as a value that an address holds: of odds, of a hold, of a filing."""
