#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# recipes_test.sh SOURCE METAINFO: what can be said of recipes that are not built here: they can be read, what they name is there, and
# they say of the program what its metainfo says.
set -euo pipefail
source=$1 metainfo=$2
stop() {
  printf 'FAIL %s\n' "$*"
  exit 1
}
python3 - "$source" "$metainfo" <<'PYTHON'
import json, os, re, sys
import xml.etree.ElementTree as xml

source, metainfo = sys.argv[1:]
folder = os.path.join(source, "packaging/flatpak")
names = [name for name in os.listdir(folder) if name.endswith(".json")]
assert len(names) == 1, names
with open(os.path.join(folder, names[0])) as file:
    manifest = json.load(file)
program = xml.parse(metainfo).getroot()
assert manifest["id"] == program.find("id").text == names[0].removesuffix(".json"), "ids differ"
assert manifest["command"] == program.find("provides/binary").text
modules = manifest["modules"]
assert modules[-1]["name"] == "zero-planner", "the program comes last"
with open(os.path.join(source, "CMakeLists.txt")) as file:
    options = set(re.findall(r"option\((\w+)", file.read()))
for module in modules:
    for entry in module["sources"]:
        if "path" in entry:
            path = os.path.normpath(os.path.join(folder, entry["path"]))
            assert os.path.exists(path), path
        else:
            assert entry["url"].startswith("https://"), entry
            assert re.fullmatch("[0-9a-f]{64}", entry["sha256"]), entry
for option in modules[-1]["config-opts"]:
    name = option[2:].partition("=")[0]
    assert name.startswith("CMAKE_") or name in options, option
for file in (manifest["rename-desktop-file"],):
    assert os.path.exists(os.path.join(source, "packaging", file)), file
assert os.path.exists(os.path.join(source, "resources/icons", manifest["rename-icon"] + ".svg"))
PYTHON

recipe=$source/packaging/appimage/build.sh
grep -o '[$]root/[A-Za-z0-9_./-]*[a-z]' "$recipe" | cut -d/ -f2- | grep -v ^build | while read -r named; do
  [ -e "$source/$named" ] || stop "$recipe names $named"
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for tool in bash dirname; do ln -s "$(command -v "$tool")" "$scratch/$tool"; done
said=$(PATH=$scratch "$scratch/bash" "$recipe" "$scratch/out" 2>&1) && stop "it began without its tools"
[ "${said%% *}" = linuxdeploy ] || stop "it says of its tools: $said"
[ ! -e "$scratch/out" ] || stop "it wrote something"
printf 'the recipes can be read\n'
