#!/bin/sh
# A day of a progressive meter: opened, fed, won, signed by two people, paid, reported, verified. Each step is shown with what it prints.
set -eu
cd "$(dirname "$0")/.."

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export PITBOOK_DATABASE="$place/ledger.db"
echo 'only for this example' > "$place/secret"

say() {  # the command as it would be typed
  printf '>>'
  for word in "$@"; do
    case "$word" in
      *' '*) printf ' "%s"' "$word" ;;
      *) printf ' %s' "$word" ;;
    esac
  done
  printf '\n'
}

show() {
  say "$@"
  "$@"
}

signed() {  # a step that a person signs: signed PERSON COMMAND...
  person=$1
  shift
  say "$@" --as "$person"
  "$@" --as "$person" --secret-file "$place/secret"
}

say pitbook user add ann --role admin
pitbook user add ann --role admin --new-secret-file "$place/secret"
for person in dan:dealer sue:supervisor al:accounting; do
  pitbook user add "${person%%:*}" --role "${person#*:}" --new-secret-file "$place/secret" --as ann --secret-file "$place/secret" > /dev/null
done

signed ann pitbook meter open tcp-1-dollar --game three-card-poker --wager progressive --paytable A --table TCP-1
signed dan pitbook round record examples/rounds/recorded.toml
show pitbook award list
signed al pitbook award pay "TCP-1 round 1041/1" 2>&1 || true
signed sue pitbook award approve "TCP-1 round 1041/1" --hand "As Ks Qs" --wager 1.00 --amount 1000.28 --deck-checked
signed al pitbook award pay "TCP-1 round 1041/1"
show pitbook ledger report balances
show pitbook ledger verify
