#!/bin/sh
# A tour of Pitbook, run by `make run`. Each step shows the command and what it prints.
set -eu
cd "$(dirname "$0")/.."

heading() {
  printf '\n=== %s\n' "$1"
}

show() {
  printf '\n$'
  for word in "$@"; do
    case "$word" in
      *' '*) printf " '%s'" "$word" ;;
      *) printf ' %s' "$word" ;;
    esac
  done
  printf '\n'
  "$@"
}

heading "The games, as the regulation has them"
show pitbook games

heading "What each paytable of a wager is worth"
show pitbook compare three-card-poker pair-plus

heading "PAR sheets of an example Rules Submission, as it is filed"
filing=examples/submissions/three-card-poker.toml
show pitbook par three-card-poker --submission "$filing"
show pitbook par three-card-prime five-card-progressive --submission examples/submissions/three-card-prime.toml
show pitbook par pai-gow-poker fortune-bonus --submission examples/submissions/pai-gow-poker.toml --players 5
show pitbook par midibaccarat harmony-progressive --submission examples/submissions/midibaccarat.toml

heading "The whole choice of examples/paytables.toml, priced from Python"
show python examples/price_a_choice.py

heading "A disputed hand settled: every seat in payment order, owed against paid"
show pitbook settle examples/rounds/disputed-hand.toml

heading "A Rules Submission checked"
show pitbook check examples/submissions/three-card-prime.toml

heading "A meter in SQLite: opened, a round recorded, the jackpot signed by two people and paid"
PITBOOK_DATABASE=$(mktemp -d)/ledger.db
export PITBOOK_DATABASE
secret=$(dirname "$PITBOOK_DATABASE")/secret
echo 'only for this tour' > "$secret"
trap 'rm -rf "$(dirname "$PITBOOK_DATABASE")"' EXIT
pitbook user add ann --role admin --new-secret-file "$secret" > /dev/null
for person in dan:dealer sue:supervisor max:supervisor; do
  pitbook user add "${person%%:*}" --role "${person#*:}" --new-secret-file "$secret" --as ann --secret-file "$secret" > /dev/null
done
show pitbook meter open tcp-1-dollar --game three-card-poker --wager progressive --paytable A --table TCP-1 --as ann --secret-file "$secret"
show pitbook round record examples/rounds/recorded.toml --as dan --secret-file "$secret"
show pitbook award approve "TCP-1 round 1041/1" --hand "As Ks Qs" --wager 1.00 --amount 1000.28 --deck-checked --as sue --secret-file "$secret"
show pitbook award pay "TCP-1 round 1041/1" --as max --secret-file "$secret"
show pitbook meter log tcp-1-dollar
show pitbook ledger verify

heading "Where to go next"
cat <<'END'

Put the environment's commands on your path first:  . .venv/bin/activate

  pitbook show three-card-poker          the wagers of a game, their clauses and readings
  pitbook par three-card-poker pair-plus --paytable-file examples/own-pair-plus.toml
                                         a paytable of your own, priced like the printed ones
  pitbook why three-card-poker pair-plus "Ah Kh Qh"
                                         what cards make, row by row, with the clause
  pitbook set "Kh Kd Jk 9c 9s 4d 2h"     every setting of a Pai Gow hand, with its exact results
  pitbook par pai-gow-poker pai-gow      the Pai Gow Poker Wager over all 8,250,459,031,214,400 deals
  pitbook pack examples/submissions/three-card-poker.toml -o pack
                                         the PAR pack of a filing: workbook, PDF, CSV, JSON
  pitbook simulate examples/submissions/three-card-poker.toml --rounds 20000 --seed 7
                                         the tables of a filing, played out
  pitbook serve                          the pages and the HTTP API, on this machine (http://127.0.0.1:8000)
  pitbook audit FILE...                  the rulebook against the regulation's own text
  pitbook --help                         all commands

README.md is a tour of five minutes; docs/ has the figures, the rules format and the readings (make docs).
END
