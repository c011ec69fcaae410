#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes an archive that starts without installation: packaging/portable.sh [BUILD [FOLDER]]. It holds the program of a build folder
# (by default build/release, which is built first), Qt, every other library but glibc's own, and the fonts. Prints its path,
# FOLDER/zero-planner-VERSION-linux-x86_64.tar.gz (by default in build/), and on standard error its size and the lowest glibc.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"
# shellcheck source-path=SCRIPTDIR source=dependencies.sh
source "$root/packaging/dependencies.sh"

# glibc's parts belong to the system that the program runs on: they fit its kernel, names and locales.
of_glibc='^(ld-linux-x86-64|lib(c|m|dl|pthread|rt|resolv|util|nsl|nss_.*|anl|mvec))\.so'
# Plugins by folder: screens, their input methods, and kinds of pictures. Plugins for OpenGL stay out: the
# window does not draw with it, and the drivers of the system would meet the libraries in here.
plugins=(platforms/libqxcb.so platforms/libqoffscreen.so platforms/libqwayland-generic.so
  wayland-shell-integration/libxdg-shell.so wayland-decoration-client/libbradient.so
  platforminputcontexts/libcomposeplatforminputcontextplugin.so platforminputcontexts/libibusplatforminputcontextplugin.so
  iconengines/libqsvgicon.so imageformats/libqsvg.so imageformats/libqjpeg.so)
fonts=(NotoSans-Regular NotoSans-Bold NotoSans-Italic NotoSans-BoldItalic NotoSansMono-Regular NotoSansMono-Bold
  NotoSansSymbols2-Regular NotoSansMath-Regular)

header_packages=(nlohmann-json3-dev libcli11-dev libtomlplusplus-dev) # libraries that are compiled in

# libraries_of FILE...: the paths of all shared libraries that the files need, their own dependencies included.
libraries_of() {
  ldd "$@" | sed -n 's/^\t\(\S*\) => \(\/\S*\) .*/\1 \2/p' | sort -u | grep -vE "$of_glibc" | cut -d' ' -f2
}

install_tree() {
  DESTDIR=$staging cmake --install "$build" --prefix "/$name" --strip >&2
  mv "$tree/bin" "$tree/libexec"
  local qt plugin font
  qt=$(qtpaths6 --plugin-dir)
  for plugin in "${plugins[@]}"; do
    install -D -m 644 -t "$tree/plugins/$(dirname "$plugin")" "$qt/$plugin"
  done
  mkdir "$tree/lib"
  # ldd names a library as it is looked for, which is the name of the file that the program wants.
  libraries_of "$tree/libexec/zero-planner" "$tree"/plugins/*/*.so | xargs -d '\n' cp -L -t "$tree/lib"
  for font in "${fonts[@]}"; do
    install -D -m 644 -t "$tree/fonts" "/usr/share/fonts/truetype/noto/$font.ttf"
  done
  # A path of the old kind holds for the libraries of the libraries and plugins too.
  # shellcheck disable=SC2016 # the loader expands $ORIGIN
  patchelf --force-rpath --set-rpath '$ORIGIN/../lib' "$tree/libexec/zero-planner"
  printf '[Paths]\nPrefix = ..\nPlugins = plugins\n' >"$tree/libexec/qt.conf"
  install -m 755 "$root/packaging/portable/zero-planner" "$tree/zero-planner"
  install -m 644 "$root/packaging/portable/fonts.conf" "$tree/fonts/fonts.conf"
  {
    sed -e "s/@VERSION@/$version/" -e "s/@GLIBC@/$(lowest_glibc)/" "$root/packaging/portable/README"
    licences
  } >"$tree/README"
}

# lowest_glibc: the newest version of glibc's symbols that a file of the archive asks for.
lowest_glibc() {
  find "$tree/lib" "$tree/libexec" "$tree/plugins" -type f ! -name qt.conf -exec objdump -T {} + |
    grep -o 'GLIBC_[0-9][0-9.]*' | sort -Vu | tail -1 | cut -d_ -f2
}

# licences: the Debian packages of the libraries and fonts, one a line; their copyright files go to licences/.
licences() {
  local package
  { libraries_of "$build/app/zero-planner" "$tree"/plugins/*/*.so; printf '/usr/share/fonts/truetype/noto/%s.ttf\n' "${fonts[@]}"; } |
    xargs -d '\n' readlink -f | sed 's|^/usr||; s|^|*|' | xargs -d '\n' dpkg-query -S | sed 's/:.*//' |
    sort -u - <(printf '%s\n' "${header_packages[@]}") |
    while read -r package; do
      install -D -m 644 "/usr/share/doc/$package/copyright" "$tree/licences/$package"
      dpkg-query -W -f '${Package} ${Version}\n' "$package" | head -1
    done
}

make_archive() { tar -C "$staging" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -6n >"$archive"; }

timed Packages install_missing "${build_packages[@]}" "${run_packages[@]}" "${portable_packages[@]}"
build=${1:-$root/build/release}
[ $# -gt 0 ] || { configure release && timed Build build release; }
folder=${2:-$root/build}
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=zero-planner-$version-linux-x86_64
archive=$folder/$name.tar.gz
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
tree=$staging/$name
timed Files install_tree
timed Archive make_archive
say "$(($(stat -c %s "$archive") / 1000000)) MB; needs glibc $(lowest_glibc) or newer."
printf '%s\n' "$archive"
