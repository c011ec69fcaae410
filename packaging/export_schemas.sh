#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Exports random plans for every program and reads them with the programs' own configuration classes, in a root of the next
# Debian release, which has torch and pydantic: packaging/export_schemas.sh SOURCES [PLANS [SEED]], by default 200 plans.
# SOURCES has checkouts named axolotl, accelerate, DeepSpeed, LLaMA-Factory, trainer (Kubeflow), trl, torchtitan (release 0.2.2) and
# tyro.
# It needs root and a network; the root is that of next_release.sh.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=steps.sh
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/steps.sh"
# shellcheck source-path=SCRIPTDIR source=dependencies.sh
source "$root/packaging/dependencies.sh"
# shellcheck source-path=SCRIPTDIR source=roots.sh
source "$root/packaging/roots.sh"

sources=$(readlink -f "${1:?a folder with checkouts of the programs}")
shift
there=$root/build/root-trixie
exports=$root/build/export-schemas

make_exports() {
  configure ci
  build ci --target zero-planner
  rm -rf "$exports"
  python3 "$root/tests/export_schemas/make.py" "$root/build/ci/app/zero-planner" "$exports" "${@:-200}"
}

install_libraries() {
  run_in_root "$there" / bash -euc '
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends python3-torch python3-pydantic python3-yaml python3-jsonschema python3-psutil \
      python3-hjson python3-docstring-parser python3-typeguard python3-rich python3-shtab python3-setuptools python3-msgpack \
      python3-einops python3-tqdm >/dev/null
    python3 -c "import pydantic, sys, torch; print(sys.version.split()[0], torch.__version__, pydantic.VERSION)"'
}

check_exports() {
  rm -rf "$there/export-schemas"
  mkdir -p "$there/export-schemas/sources"
  cp -r "$root/tests/export_schemas" "$there/export-schemas/scripts"
  cp "$root/tests/data/export-keys.json" "$there/export-schemas/scripts"
  cp -r "$exports" "$there/export-schemas/exports"
  local name
  for name in axolotl accelerate DeepSpeed LLaMA-Factory trainer trl torchtitan tyro; do
    cp -r "$sources/$name" "$there/export-schemas/sources"
  done
  run_in_root "$there" /export-schemas python3 scripts/check.py sources exports
}

timed Packages install_missing debootstrap python3-minimal
timed Root make_root trixie "$there"
timed Exports make_exports "$@"
timed Libraries install_libraries
timed Schemas check_exports
