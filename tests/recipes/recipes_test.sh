#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# recipes_test.sh PROGRAM RECIPE: runs that file of docs/recipes as its reader would, with a plan that fits and one that does not.
# With "all", every file of docs/recipes has a function here and is named in docs/recipes.md.
# shellcheck disable=SC2317 # run calls functions by their names
set -euo pipefail
program=$(readlink -f "$1")
recipe=$2
source=$(dirname "$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")")
recipes=$source/docs/recipes
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin" "$scratch/here"
ln -s "$program" "$scratch/bin/zero-planner"
export PATH=$scratch/bin:$PATH HOME=$scratch XDG_CONFIG_HOME=$scratch
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b GIT_CONFIG_NOSYSTEM=1
cd "$scratch/here"

fails() {
  printf 'FAIL %s: %s\n' "$recipe" "$*"
  [ ! -e "$scratch/out" ] || cat "$scratch/out"
  exit 1
}
# run STATUS COMMAND...: the command ends with that status; its output is kept.
run() {
  local wanted=$1 status=0
  shift
  "$@" >"$scratch/out" 2>&1 </dev/null || status=$?
  [ "$status" -eq "$wanted" ] || fails "status $status instead of $wanted: $*"
}
said() { grep -qE "$1" "$scratch/out" || fails "the output lacks: $1"; }

fits='{"model": {"preset": "gpt-2-124m"}}'
too_large='{"model": {"preset": "llama-2-70b"}, "zero": {"stage": 2}, "cluster": {"gpus_per_node": 8}}'
good_config='{"train_batch_size": 8, "zero_optimization": {"stage": 2}}'
bad_config='{"train_batch_size": 8, "zero_optimization": {"stage": 9}}'

test_job_submit.lua() {
  # A controller as small as possible: job_submit/lua calls the function with the job's fields.
  cat >controller.lua <<'LUA'
slurm = {SUCCESS = 0, ERROR = -1, NO_VAL = 4294967294, log_info = function() end}
function slurm.log_user(...) print(string.format(...)) end
dofile(arg[1])
local job = {work_dir = arg[2], script = arg[3], min_nodes = tonumber(arg[4]) or slurm.NO_VAL, tres_per_node = arg[5]}
os.exit(slurm_job_submit(job, {}, 1000) == slurm.SUCCESS and 0 or 1)
LUA
  mkdir "a job's folder" none
  printf '%s\n' "$too_large" >"a job's folder/plan.zplan.json"
  printf '%s\n' "$fits" >small.zplan.json
  printf '{"model": 1}\n' >broken.zplan.json
  submit() { lua5.4 controller.lua "$recipes/job_submit.lua" "$@"; }
  run 1 submit "$PWD/a job's folder" '#!/bin/bash'
  said "a job's folder/plan.zplan.json does not fit"
  said '^✗ short by'
  run 0 submit "$PWD/a job's folder" $'#!/bin/bash\n# zero-plan: ../small.zplan.json\n'
  run 0 submit "$PWD/none" '#!/bin/bash'
  run 0 submit "$PWD" $'#!/bin/bash\n# zero-plan: broken.zplan.json\n'
  # What the job asks for decides, not what the plan says: on 16 nodes of 8 GPUs the same model fits at stage 3.
  printf '{"model": {"preset": "llama-2-70b"}, "zero": {"stage": 3}, "training": {"activation_checkpointing": "full"}}\n' >sharded.zplan.json
  run 0 submit "$PWD" $'#!/bin/bash\n# zero-plan: sharded.zplan.json\n' 16 gres/gpu:8
  run 1 submit "$PWD" $'#!/bin/bash\n# zero-plan: sharded.zplan.json\n' 1 gres:gpu:a100:2
  said 'on 1 node of 2 '
}

test_sbatch-that-fits() {
  # shellcheck disable=SC2016 # the fake expands it
  printf '#!/bin/sh\necho "submitted $*"\n' >"$scratch/bin/sbatch"
  chmod +x "$scratch/bin/sbatch"
  mkdir job
  printf '#!/bin/sh\n' >job/job.sbatch
  run 0 "$recipes/sbatch-that-fits" --nodes=2 job/job.sbatch train.py
  said '^submitted --nodes=2 job/job.sbatch train.py$'
  printf '%s\n' "$too_large" >job/plan.zplan.json
  run 1 "$recipes/sbatch-that-fits" job/job.sbatch
  said '✗ short by'
  printf '%s\n' "$fits" >job/small.zplan.json
  printf '#!/bin/sh\n# zero-plan: small.zplan.json\n' >job/job.sbatch
  run 0 "$recipes/sbatch-that-fits" job/job.sbatch
  said '^submitted job/job.sbatch$'
  printf '{"model": 1}\n' >job/small.zplan.json
  run 2 "$recipes/sbatch-that-fits" job/job.sbatch
}

test_pre-commit() {
  git init -q .
  cp "$recipes/pre-commit" .git/hooks/pre-commit
  printf '%s\n' "$fits" >'a plan.zplan.json'
  printf '%s\n' "$good_config" >ds_config.json
  printf 'no JSON\n' >notes.json
  git add -A
  run 0 git commit -qm first
  printf '%s\n' "$bad_config" >ds_config.json
  printf '%s\n' "$too_large" >'a plan.zplan.json'
  run 0 git commit -qm 'nothing staged' --allow-empty
  git add -A
  run 1 git commit -qm second
  said '^a plan.zplan.json:$'
  said '✗ short by'
  said '^ds_config.json:$'
  said 'zero_optimization.stage'
}

# Values of a key in a YAML of that simple form, one a line.
yaml_values() { sed -n "s/^ *$1: //p" "$recipes/$recipe"; }

test_pre-commit-config.yaml() {
  mkdir run
  printf '%s\n' "$good_config" >run/ds_config.json
  printf '%s\n' "$fits" >run/fits.zplan.json
  printf '%s\n' "$fits" >other.json
  mapfile -t entries < <(yaml_values entry)
  mapfile -t patterns < <(yaml_values files | sed "s/^'//; s/'\$//; s/''/'/g")
  [ "${#entries[@]} ${#patterns[@]}" = "2 2" ] || fails "two hooks"
  # As pre-commit does: the entry in words, and behind it the files whose path matches.
  chosen() { find . -name '*.json' -printf '%P\n' | grep -E "${patterns[$1]}"; }
  hook() { chosen "$1" | xargs -d '\n' bash -c "${entries[$1]} \"\$@\"" bash; }
  [ "$(chosen 0)" = run/ds_config.json ] || fails "the ds_configs"
  [ "$(chosen 1)" = run/fits.zplan.json ] || fails "the plans"
  run 0 hook 0
  run 0 hook 1
  printf '%s\n' "$bad_config" >run/ds_config.json
  printf '%s\n' "$too_large" >run/large.zplan.json
  run 123 hook 0 # what xargs says of a command that failed
  run 123 hook 1
}

# steps_of FILE: writes the script of each step "run: |" to steps/0, steps/1 …
steps_of() {
  mkdir -p steps
  python3 - "$1" <<'PYTHON'
import re, sys, textwrap
text = open(sys.argv[1], encoding="utf-8").read()
for number, block in enumerate(re.findall(r"(?m)^ +run: \|\n((?: {10,}.*\n?)+)", text)):
    open(f"steps/{number}", "w", encoding="utf-8").write(textwrap.dedent(block))
PYTHON
}

test_github-workflow.yml() {
  git init -q .
  mkdir tools "$scratch/temp" zero-planner-0.1.0-linux-x86_64
  ln -s "$program" zero-planner-0.1.0-linux-x86_64/zero-planner
  ARCHIVE=$(yaml_values ARCHIVE)
  tar czf "$ARCHIVE" zero-planner-0.1.0-linux-x86_64
  rm -r zero-planner-0.1.0-linux-x86_64 "$scratch/bin/zero-planner"
  export ARCHIVE RUNNER_TEMP=$scratch/temp GITHUB_PATH=$scratch/path
  steps_of "$recipes/$recipe"
  [ "$(find steps -type f | wc -l)" -eq 3 ] || fails "three steps"
  run 0 bash -eo pipefail steps/0
  PATH=$(cat "$GITHUB_PATH"):$PATH
  printf '%s\n' "$good_config" >ds_config.json
  printf '%s\n' "$fits" >'a plan.zplan.json'
  git add '*.json'
  run 0 bash -eo pipefail steps/1
  run 0 bash -eo pipefail steps/2
  printf '%s\n' "$bad_config" >ds_config.json
  printf '%s\n' "$too_large" >'a plan.zplan.json'
  run 123 bash -eo pipefail steps/1
  said '^::error file=ds_config.json,line=1'
  run 1 bash -eo pipefail steps/2
  said '^::error file=a plan.zplan.json::does not fit$'
}

test_notebook.ipynb() {
  # In place of matplotlib, which draws: a module that prints what it is given.
  mkdir -p modules/matplotlib
  : >modules/matplotlib/__init__.py
  cat >modules/matplotlib/pyplot.py <<'PYTHON'
class Shown:
    def __getattr__(self, name):
        return lambda *values, **named: print(name, *values, *named.items())


def subplots():
    return Shown(), Shown()
PYTHON
  python3 - "$recipes/notebook.ipynb" >cell.py <<'PYTHON'
import json, sys
notebook = json.load(open(sys.argv[1], encoding="utf-8"))
assert notebook["nbformat"] == 4
for cell in notebook["cells"]:
    if cell["cell_type"] == "code":
        assert cell["outputs"] == [] and cell["execution_count"] is None
        print("".join(cell["source"]))
PYTHON
  PYTHONPATH=modules run 0 python3 cell.py
  said "^barh \['stage-0', 'stage-1', .*'tab:red', .*'tab:blue'"
  said '^axvline 79\.15'
  sed -i 's/llama-2-7b/no-such-model/' cell.py
  PYTHONPATH=modules run 1 python3 cell.py
  said 'ValueError: .*no-such-model'
}

test_many-plans.sh() {
  run 0 "$recipes/many-plans.sh"
  [ "$(wc -l <"$scratch/out")" -eq 27 ] || fails "27 rows"
  [ "$(grep -cP '^llama-2-\d+b\tstage [123]\t[128] nodes\t(surely|likely|at_the_edge|no)\t\d+ GiB\t\d+ tokens/s$' "$scratch/out")" -eq 27 ] ||
    fails "the columns"
  said $'^llama-2-7b\tstage 1\t8 nodes\tsurely\t'
  said $'^llama-2-70b\tstage 2\t1 nodes\tno\t'
}

test_editor.sh() {
  run 0 "$recipes/editor.sh"
  printf '%s\n' "$fits" >fits.zplan.json
  printf '%s\n' "$good_config" >ds_good.json
  printf '{"model": {"preset": "gpt-2-124m"}, "zero": {"stage": "two"}}\n' >wrong.zplan.json
  printf '{"zero_optimization": {"stage": "two"}}\n' >ds_wrong.json
  # As the editor does: the schema whose fileMatch fits the name.
  cat >editor.py <<'PYTHON'
import fnmatch, json, sys
import jsonschema

settings = json.load(open(".vscode/settings.json"))["json.schemas"]
schema = [each["url"] for each in settings if any(fnmatch.fnmatch(sys.argv[1], form) for form in each["fileMatch"])]
assert len(schema) == 1, schema
jsonschema.validate(json.load(open(sys.argv[1])), json.load(open(schema[0])))
PYTHON
  run 0 python3 editor.py fits.zplan.json
  run 0 python3 editor.py ds_good.json
  run 1 python3 editor.py wrong.zplan.json
  said "'two'"
  run 1 python3 editor.py ds_wrong.json
  said "'two'"
  printf '{}\n' >.vscode/settings.json
  run 0 "$recipes/editor.sh"
  said '^Add these lines'
  [ "$(cat .vscode/settings.json)" = '{}' ] || fails "settings of one's own stay"
}

test_all() {
  local file name
  for file in "$recipes"/*; do
    name=$(basename "$file")
    [ "$(type -t "test_$name")" = function ] || fails "no test of $name"
    grep -qF "(recipes/$name)" "$source/docs/recipes.md" || fails "docs/recipes.md does not name $name"
  done
}

"test_$recipe"
