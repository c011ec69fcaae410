#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds, and opens the window: packaging/run.sh [FILE | COMMAND ...]
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"
# shellcheck source-path=SCRIPTDIR source=dependencies.sh
source "$root/packaging/dependencies.sh"

# Without an X server, Qt speaks to the Wayland compositor through a plugin of its own.
if [ -n "${WAYLAND_DISPLAY:-}" ] && [ -z "${DISPLAY:-}" ]; then
  run_packages+=(qt6-wayland)
fi
install_missing "${build_packages[@]}" "${run_packages[@]}"
configure release
build release

# A command (its name is no file) needs no display; the window does.
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && { [ $# -eq 0 ] || [ -e "$1" ]; }; then
  say "No display: the window needs \$DISPLAY or \$WAYLAND_DISPLAY. Without one, '$root/packaging/run.sh COMMAND' still runs every command (--help lists them), and 'screenshot --out FILE.png' makes a picture of the window."
  exit 0
fi
exec "$root/build/release/app/zero-planner" "$@"
