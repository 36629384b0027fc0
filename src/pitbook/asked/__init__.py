"""What a command or a request asks for, given as texts: read, checked, carried out. Faults name a text by the command's option."""
