#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# The checks that take too long for test.sh: packaging/nightly.sh [SEED OF RANDOM EVENTS AND PLANS]
# All of them run, whatever the others found. A failed run of random events or plans is repeated by its seed.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"

seed=${1:-$RANDOM}
say "Seed of random events and plans: $seed"
status=0
timed "Random plans" env RC_PARAMS="seed=$seed max_success=20000" QTEST_FUNCTION_TIMEOUT=14400000 \
  "$root/packaging/test.sh" --label-regex '^random$' --timeout 14400 || status=$?
timed "All cases" env ZP_ALL_CASES=1 "$root/packaging/test.sh" --timeout 3600 \
  --tests-regex '^(cli_(export_faults|faults|terminal)|import_round_trip|export_hostile_plan|evaluate_byte_counts|write_back|ui_walk)$' || status=$?
timed "Random events" env ZP_WALK_SEED="$seed" ZP_WALK_EVENTS=20000 "$root/packaging/test.sh" --tests-regex '^ui_walk_random$' || status=$?
timed "Widths of tutorials" env ZP_WIDTH_STEP=1 "$root/packaging/test.sh" --tests-regex '^ui_tutorial_reader_widths$' || status=$?
timed "Batches of varying lengths" env ZP_ALLOCATOR_RUNS=6 "$root/packaging/test.sh" --tests-regex '^memory_varying_lengths$' || status=$?
timed "Random kills" python3 "$root/tests/cli/random_kills.py" "$root/build/ci/app/zero-planner" 300 "$seed" || status=$?
timed Leaks env ZP_LEAKS=1 "$root/packaging/sanitize.sh" --label-exclude '^(truth|fuzz)$' || status=$?
timed "Sanitized tables" "$root/packaging/sanitize.sh" --label-regex '^truth$' || status=$?
timed "Sanitized window" env ZP_WALK_SEED="$seed" ZP_WALK_EVENTS=6000 "$root/packaging/sanitize.sh" --window --timeout 3600 || status=$?
timed Fuzz "$root/packaging/sanitize.sh" --label-regex '^fuzz$' --repeat until-fail:30 || status=$?
timed Threads "$root/packaging/threads.sh" || status=$?
timed "Threads of the window" "$root/packaging/threads.sh" --window 20000 || status=$?
timed Tidy "$root/packaging/tidy.sh" || status=$?
timed "Next release" "$root/packaging/next_release.sh" || status=$?
timed Portable "$root/packaging/portable_roots.sh" || status=$?
if [ -n "${ZP_SOURCES:-}" ]; then  # checkouts of the programs
  timed "Export schemas" "$root/packaging/export_schemas.sh" "$ZP_SOURCES" || status=$?
fi
exit "$status"
