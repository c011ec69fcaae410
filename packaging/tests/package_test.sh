#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# package_test.sh BUILD VERSION: the life of the Debian package in a root of its own: built, installed, started, registered with
# menu and file types, and removed without a trace. lintian, where it is installed, has nothing to say.
set -euo pipefail
build=$1
version=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
root=$scratch/root
step() { printf '%s\n' "$*"; }
stop() {
  printf 'FAIL %s\n' "$*"
  exit 1
}
package() { dpkg --root="$root" --log="$scratch/dpkg.log" --force-not-root --force-depends --force-bad-path "$@"; }
# Files of the root that are not the package manager's own.
files() { find "$root" -path "$root/var/lib/dpkg" -prune -o ! -type d -print; }

step "built"
cpack --config "$build/CPackConfig.cmake" -G DEB -B "$scratch/out" >"$scratch/cpack.log" 2>&1 || { cat "$scratch/cpack.log"; stop "cpack"; }
deb=$(find "$scratch/out" -maxdepth 1 -name '*.deb')
[ -f "$deb" ] || stop "no package in $scratch/out"
depends=$(dpkg-deb --field "$deb" Depends)
for needed in libqt6widgets6 libqcustomplot2.1-qt6 fonts-noto-core; do
  grep -qF "$needed" <<<"$depends" || stop "it depends on: $depends"
done

step "wanted by apt from the file alone, with its dependencies"
if command -v apt-get >/dev/null; then
  apt-get --simulate --option Debug::NoLocking=1 install "$deb" >"$scratch/apt.log" 2>&1 || { cat "$scratch/apt.log"; stop "apt-get install $deb"; }
  grep -q '^Inst zero-planner' "$scratch/apt.log" || stop "apt would not install it: $(cat "$scratch/apt.log")"
fi

step "unpacked from a tree that may lie anywhere"
cpack --config "$build/CPackConfig.cmake" -G TGZ -B "$scratch/tgz" >"$scratch/cpack.log" 2>&1 || { cat "$scratch/cpack.log"; stop "cpack -G TGZ"; }
mkdir "$scratch/any where"
tar xzf "$(find "$scratch/tgz" -maxdepth 1 -name '*.tar.gz')" -C "$scratch/any where"
moved=$(find "$scratch/any where" -path '*/bin/zero-planner')
echo '{"model": {"preset": "gpt-2-124m"}}' | env -i PATH=/usr/bin:/bin "$moved" estimate - >/dev/null || stop "it does not start in $moved"
env -i PATH=/usr/bin:/bin "HOME=$scratch" "$moved" screenshot --out "$scratch/moved.png"
[ -s "$scratch/moved.png" ] || stop "no picture from $moved"

step "installed"
mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates"
touch "$root/var/lib/dpkg/status" "$root/var/lib/dpkg/available"
package --install "$deb" >"$scratch/install.log" 2>&1 || { cat "$scratch/install.log"; stop "dpkg --install"; }

step "started"
program=$root/usr/bin/zero-planner
"$program" --version | grep -qF "$version" || stop "it calls itself $("$program" --version)"
dpkg-deb --field "$deb" Version | grep -q "^$version-" || stop "the package calls itself $(dpkg-deb --field "$deb" Version)"
echo '{"model": {"preset": "gpt-2-124m"}}' | "$program" estimate - >/dev/null
env -u DISPLAY -u WAYLAND_DISPLAY "$program" screenshot --out "$scratch/window.png"
[ -s "$scratch/window.png" ] || stop "no picture"

step "registered"
share=$root/usr/share
[ -f "$share/icons/hicolor/scalable/apps/zero-planner.svg" ] || stop "no icon"
[ -f "$share/bash-completion/completions/zero-planner" ] || stop "no completion"
gzip -dc "$share/man/man1/zero-planner.1.gz" | grep -q '\.TH' || stop "no manual page"
for command in $("$program" --help | sed -n '/^Subcommands:/,$s/^  \([a-z]\+\).*/\1/p'); do
  gzip -dc "$share/man/man1/zero-planner-$command.1.gz" | grep -q '^\.SH OPTIONS' || stop "no manual page of $command"
done
python3 -m json.tool "$share/zero-planner/plan.schema.json" >/dev/null || stop "no schema of a plan"
if command -v update-mime-database >/dev/null; then
  cp -r "$share/mime" "$scratch/mime"
  XDG_DATA_DIRS=$scratch update-mime-database "$scratch/mime"
  grep -q 'application/x-zero-plan:\*\.zplan\.json' "$scratch/mime/globs2" || stop "the file type is not known"
fi
if command -v update-desktop-database >/dev/null; then
  cp -r "$share/applications" "$scratch/applications"
  update-desktop-database "$scratch/applications"
  grep -qx 'application/x-zero-plan=zero-planner.desktop;' "$scratch/applications/mimeinfo.cache" || stop "plans are not opened with it"
fi

step "removed"
package --purge zero-planner >"$scratch/purge.log" 2>&1 || { cat "$scratch/purge.log"; stop "dpkg --purge"; }
[ -z "$(files)" ] || stop "left behind: $(files)"
[ ! -e "$root/usr" ] || stop "left behind: $(find "$root/usr")"

if command -v lintian >/dev/null; then
  step "looked at by lintian"
  lintian --fail-on error,warning --tag-display-limit 0 --allow-root "$deb"
fi
