#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# man_page_test.sh PAGE [PROGRAM]: man formats the page without a warning, and the page tells of every command and
# option that the program's own help lists.
set -euo pipefail
page=$1
program=${2:-}
status=0
complain() {
  printf '%s\n' "$*"
  status=1
}

warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
[ -z "$warnings" ] || complain "$warnings"

if [ -n "$program" ]; then
  text=$(sed 's/\\-/-/g' "$page")
  mapfile -t commands < <("$program" --help | sed -n '/^Subcommands:/,$s/^  \([a-z]\+\).*/\1/p')
  [ "${#commands[@]}" -gt 0 ] || complain "no commands found in $program --help"
  for command in "${commands[@]}"; do
    grep -qE "^\.BR? $command\b" <<<"$text" || complain "$page says nothing of the command $command"
    for option in $("$program" "$command" --help | grep -oE -- '--[a-z][a-z-]+' | sort -u); do
      grep -qF -- "$option" <<<"$text" || complain "$page says nothing of $command $option"
    done
  done
fi
exit "$status"
