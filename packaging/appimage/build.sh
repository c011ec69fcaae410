#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# build.sh [FOLDER]: an AppImage of this checkout, in FOLDER (build/appimage when left out). It needs linuxdeploy and its plugin for Qt
# in the PATH, and runs best on the oldest system the AppImage is to start on.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
folder=${1:-$root/build/appimage}
for tool in linuxdeploy linuxdeploy-plugin-qt; do
  command -v "$tool" >/dev/null || {
    printf '%s is missing: put it into the PATH; see https://github.com/linuxdeploy.\n' "$tool" >&2
    exit 1
  }
done
cmake -S "$root" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr \
  -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=16 -DZP_BUILD_TESTS=OFF
cmake --build "$folder/build"
rm -rf "$folder/AppDir"
DESTDIR="$folder/AppDir" cmake --install "$folder/build"
cd "$folder"
# Icons are SVG, and pictures are made without a display.
export EXTRA_QT_MODULES=svg EXTRA_PLATFORM_PLUGINS=libqoffscreen.so QMAKE=${QMAKE:-qmake6}
linuxdeploy --appdir AppDir --executable AppDir/usr/bin/zero-planner \
  --desktop-file "$root/packaging/zero-planner.desktop" --icon-file "$root/resources/icons/zero-planner.svg" \
  --plugin qt --output appimage
