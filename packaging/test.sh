#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing and checks everything: the format, warnings as errors, every test. With CTest options just the
# tests that they choose: packaging/test.sh [CTEST OPTION ...]
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"
# shellcheck source-path=SCRIPTDIR source=dependencies.sh
source "$root/packaging/dependencies.sh"

packages=("${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}")
[ $# -gt 0 ] || packages+=("${format_packages[@]}")
timed Packages install_missing "${packages[@]}"
[ $# -gt 0 ] || timed Format check_format
timed Configure configure ci
timed Build build ci
timed Tests run_tests ci "$@"
