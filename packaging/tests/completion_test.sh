#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# completion_test.sh PROGRAM: what bash completes are the program's own commands, options and words; zsh and fish take their files
# where they are installed.
set -euo pipefail
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

# completes WORD... : what Tab behind the last word offers, one a line.
completes() {
  COMP_WORDS=(zero-planner "$@")
  COMP_CWORD=$#
  COMPREPLY=()
  _zero_planner
  printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
}
expect() { # WHAT WANTED OFFERED
  grep -qxF -- "$2" <<<"$3" || { printf 'FAIL %s: no %s in: %s\n' "$1" "$2" "$(tr '\n' ' ' <<<"$3")"; status=1; }
}

"$program" --completion bash >"$scratch/bash"
# shellcheck source=/dev/null
source "$scratch/bash"
commands=$(completes "")
while read -r command; do
  expect "commands" "$command" "$commands"
  for option in $("$program" "$command" --help | grep -oE -- '^  (-[a-z],)?--[a-z][a-z-]+' | sed 's/^ *\(-[a-z],\)\?//'); do
    expect "options of $command" "$option" "$(completes "$command" "--")"
  done
done < <("$program" --help | sed -n '/^Subcommands:/,$s/^  \([a-z]\+\) .*/\1/p')
expect "words of an option" dark "$(completes screenshot --theme d)"
expect "words of an argument" gpus "$(completes presets g)"
expect "names of tutorials" first-plan "$(completes tutorial f)"
[ -z "$(completes estimate "")" ] || { echo "FAIL files: something is in their way"; status=1; }
for shell in zsh fish; do
  "$program" --completion "$shell" >"$scratch/$shell"
  grep -q screenshot "$scratch/$shell" || { echo "FAIL $shell knows no screenshot"; status=1; }
  ! command -v "$shell" >/dev/null || "$shell" -n "$scratch/$shell" || status=1
done
exit "$status"
