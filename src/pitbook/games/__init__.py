"""One folder per game: its printed rules, its events, how it is played, its cases. Games outside the package are found as well."""

from pitbook.outside import outside_folders

__path__ += map(str, outside_folders())
