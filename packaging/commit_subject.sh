#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# commit_subject.sh FILE: fails when the first line of a commit message is empty, longer than 72 characters, or ends with a full stop.
set -euo pipefail
IFS= read -r subject <"$1" || true
stop() {
  printf 'Commit subject: %s (docs/style.md)\n  %s\n' "$1" "$subject" >&2
  exit 1
}
[ -n "$subject" ] || stop "it is empty"
[ "${#subject}" -le 72 ] || stop "it has ${#subject} characters; 72 are the limit"
[[ $subject != *. ]] || stop "leave the full stop out"
