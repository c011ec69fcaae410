#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# man_pages_test.sh PROGRAM: the program and every command have a page that man formats without a warning and that names its
# options; the page of a command has its two examples, and that of the program every command.
set -euo pipefail
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
status=0
"$program" --man-pages "$folder"
mapfile -t commands < <("$program" --help | sed -n '/^Subcommands:/,$s/^  \([a-z]\+\).*/\1/p')
[ "${#commands[@]}" -gt 10 ] || { printf 'few commands in %s --help\n' "$program"; status=1; }
for command in '' "${commands[@]}"; do
  page=$folder/zero-planner${command:+-$command}.1
  warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
  [ -z "$warnings" ] || { printf '%s: %s\n' "$command" "$warnings"; status=1; }
  text=$(sed 's/\\-/-/g' "$page")
  for option in $("$program" ${command:+"$command"} --help | grep -oE -- '^  (-h, ?)?--[a-z][a-z-]+' | grep -oE -- '--[a-z-]+'); do
    grep -qF -- "$option" <<<"$text" || { printf '%s says nothing of %s\n' "$page" "$option"; status=1; }
  done
  if [ -n "$command" ]; then
    [ "$(grep -cF "\$ zero-planner $command" <<<"$text")" -ge 2 ] || { printf '%s has no two examples\n' "$page"; status=1; }
    grep -qF ".B $command" "$folder/zero-planner.1" || { printf 'zero-planner.1 says nothing of %s\n' "$command"; status=1; }
  fi
done
exit "$status"
