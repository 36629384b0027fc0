"""Who may do what, from where: one middleware before everything, sessions, tokens, roles, what was refused."""
