#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Opens the window, or runs a command: packaging/run.sh [FILE | COMMAND ...]. Takes the build or the unpacked portable archive that
# is there; without one, it installs what is missing and builds, with one bar, and its output in build/run.log.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"
# shellcheck source-path=SCRIPTDIR source=dependencies.sh
source "$root/packaging/dependencies.sh"
# shellcheck source-path=SCRIPTDIR source=progress.sh
source "$root/packaging/progress.sh"

# present_build: the preset of a build of this checkout that has the program, that of users first; nothing where there is none.
present_build() {
  local preset
  for preset in release ci gate dev; do
    if [ -x "$root/build/$preset/app/zero-planner" ] && made_here "$root/build/$preset"; then
      printf '%s\n' "$preset"
      return
    fi
  done
  return 0
}

# unpacked_archive: the program of an archive of portable.sh, unpacked in the checkout or its build folder.
unpacked_archive() {
  find "$root" "$root/build" -mindepth 2 -maxdepth 2 -path '*/zero-planner-*-linux-x86_64/zero-planner' -type f 2>/dev/null |
    sort -V | tail -n 1 || true # there may be no build folder
}

# ready PRESET: packages, configuration and program of that preset.
ready() {
  local packages=("${build_packages[@]}" "${run_packages[@]}") of_packages=0
  # Without an X server, Qt speaks to the Wayland compositor through a plugin of its own.
  if [ -n "${WAYLAND_DISPLAY:-}" ] && [ -z "${DISPLAY:-}" ]; then
    packages+=(qt6-wayland)
  fi
  if [ -n "$(missing_packages "${packages[@]}")" ]; then
    of_packages=20
    [ "$(id -u)" -eq 0 ] || ! command -v sudo >/dev/null || sudo -v # asks for the password before there is a bar
  fi
  # shellcheck disable=SC2034 # install_missing reads it
  apt_options=(-o APT::Status-Fd=1)
  step "Installing packages" "$of_packages" install_missing "${packages[@]}"
  step "Configuring" 2 configure "$1"
  # shellcheck disable=SC2034 # follow reads it
  work=$(build "$1" --target zero-planner -- -n 2>&1 | work_of)
  step "Compiling" $((98 - of_packages)) build "$1" --target zero-planner
}

preset=$(present_build)
archive=
[ -n "$preset" ] || archive=$(unpacked_archive)
if [ -n "$archive" ]; then
  program=$archive
  say "Starting the program of $(dirname "$archive"); without that folder, this script builds the checkout."
else
  ready "${preset:-release}"
  program=$root/build/${preset:-release}/app/zero-planner
fi

# A command (its name is no file) needs no display; the window does.
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && { [ $# -eq 0 ] || [ -e "$1" ]; }; then
  say "No display: the window needs \$DISPLAY or \$WAYLAND_DISPLAY. Without one, '$root/packaging/run.sh COMMAND' still runs every command (--help lists them), and 'screenshot --out FILE.png' makes a picture of the window."
  exit 0
fi
exec "$program" "$@"
