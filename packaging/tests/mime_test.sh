#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# mime_test.sh MIME.xml: the MIME database accepts the file, and a plan is a plan and not just any JSON.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/packages"
cp "$1" "$scratch/packages/zero-planner.xml"
update-mime-database "$scratch"
grep -qx '50:application/x-zero-plan:\*\.zplan\.json' "$scratch/globs2"
grep -qx 'application/x-zero-plan application/json' "$scratch/subclasses"
