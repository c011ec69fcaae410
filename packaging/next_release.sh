#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds and tests the committed tree in a root of a newer Debian release, with its GCC, Clang and Qt:
# packaging/next_release.sh [RELEASE [COMMAND ...]], by default trixie and packaging/test.sh. Needs root and a network.
# The root stays in build/root-RELEASE for the next run; its folder may be deleted at any time.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"
# shellcheck source-path=SCRIPTDIR source=dependencies.sh
source "$root/packaging/dependencies.sh"
# shellcheck source-path=SCRIPTDIR source=roots.sh
source "$root/packaging/roots.sh"

release=${1:-trixie}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- packaging/test.sh
there=$root/build/root-$release

# The commit, as a clone has it, so that the program can name it; the build folder of an earlier run stays.
copy_tree() {
  mkdir -p "$there/src"
  find "$there/src" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
  git clone --quiet --no-hardlinks "$root" "$there/clone"
  find "$there/clone" -mindepth 1 -maxdepth 1 -exec mv -t "$there/src" {} +
  rmdir "$there/clone"
}

timed Packages install_missing debootstrap git
timed Root make_root "$release" "$there"
timed Copy copy_tree
timed "In $release" run_in_root "$there" /src "$@"
