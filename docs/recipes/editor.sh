#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Has Visual Studio Code complete and check plans and ds_configs in this folder: writes the two schemas and the settings that name
# them into .vscode. Other editors with a JSON language server take the same files, or the key "$schema" at the head of a plan.
set -euo pipefail

mkdir -p .vscode
zero-planner estimate --plan-schema >.vscode/plan.schema.json
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
zero-planner export - --schema --out "$made/run" <<<'{"model": {"preset": "gpt-2-124m"}}' >/dev/null 2>&1
cp "$made/run/ds_config.schema.json" .vscode/ds_config.schema.json

settings='{
  "json.schemas": [
    {"fileMatch": ["*.zplan.json"], "url": "./.vscode/plan.schema.json"},
    {"fileMatch": ["ds_*.json"], "url": "./.vscode/ds_config.schema.json"}
  ]
}'
if [ -e .vscode/settings.json ]; then
  printf 'Add these lines to .vscode/settings.json:\n%s\n' "$settings"
else
  printf '%s\n' "$settings" >.vscode/settings.json
fi
