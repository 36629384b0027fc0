#!/bin/sh
# A tour of Pitbook, run by `make run`. Each step shows the command and what it prints.
set -eu
cd "$(dirname "$0")/.."

heading() {
  printf '\n=== %s\n' "$1"
}

show() {
  printf '\n$ %s\n' "$*"
  "$@"
}

heading "The games, as the regulation has them"
show pitbook games

heading "What each paytable of a wager is worth"
show pitbook compare three-card-poker pair-plus

heading "PAR sheets of an example choice of paytables"
show pitbook par three-card-poker ante-bonus --paytable A
show pitbook par three-card-poker pair-plus --paytable D
show pitbook par three-card-poker five-card-progressive
show pitbook par three-card-prime five-card-progressive --paytable 9 --meter 100000
show pitbook par pai-gow-poker fortune-bonus --paytable B --wager-amount 5 --players 5
show pitbook par midibaccarat banker
show pitbook par midibaccarat harmony-progressive --paytable E

heading "The whole choice of examples/paytables.toml, priced from Python"
show python examples/price_a_choice.py

heading "Where to go next"
cat <<'END'

Put the environment's commands on your path first:  . .venv/bin/activate

  pitbook show three-card-poker          the wagers of a game, their clauses and readings
  pitbook par three-card-poker pair-plus --paytable-file examples/own-pair-plus.toml
                                         a paytable of your own, priced like the printed ones
  pitbook why three-card-poker pair-plus "Ah Kh Qh"
                                         what cards make, row by row, with the clause
  pitbook audit FILE...                  the rulebook against the regulation's own text
  pitbook --help                         all commands

README.md is a tour of five minutes; docs/ has the figures, the rules format and the readings (make docs).
END
