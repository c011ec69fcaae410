#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs `zero-planner import` over folders of public repositories and compares it with independent readers.

    tests/import_corpus.py build/ci/app/zero-planner FOLDER…

Each FOLDER is a checkout. Files that configure or start training are chosen by their keys and commands, not by
this program. Printed are, for each folder, the files that are read of all, the refusals, and the keys that were
not read with their number. PyYAML reads every YAML again, tomllib every TOML, ast every Python file, and bash every
script: it runs restricted, without any program, and notes the words of the commands that it does not find. Each key or option found there has to stand
in `read` or `not_read` of the import, and a number that was read has to be the same: anything else is printed as
silent. Exit status 1 if there is any.
"""
import ast
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

import yaml

SCRIPTS = {".sh", ".slurm", ".sbatch"}
TREES = {".yaml", ".yml", ".toml", ".py"}
TRAINING = re.compile(
    r"\b(deepspeed|torchrun|accelerate|llamafactory-cli|axolotl|swift|megatron|torch\.distributed\.(launch|run)|trl"
    r"|litgpt|tune|oumi|xtuner|arctic_training|verl\.trainer\.\w+|openrlhf\.cli\.train_\w+|deepy\.py)\b")
SETTING = re.compile(
    r"batch.size|micro_batch|learning.rate|--lr\b|cutoff_len|sequence.len|seq.length|train_type|tuner_type")
MODELS = ("base_model", "model_name_or_path", "model_name", "name_or_path", "checkpoint_dir", "num_layers",
          "partial_pretrain", "model", "flavor")
# bash calls this for every command, since it finds none. A command behind a pipe passes on the words of those before it.
HANDLER = """command_not_found_handle() {
  local piece
  if [ -p /dev/stdin ]; then while IFS= read -r -d '' piece; do printf '%s\\0' "$piece"; done; fi
  printf '\\1'; printf '%s\\0' "$@"
}
cd() { :; }
echo() { :; }
"""


def flat(tree, path=""):
    """Yields the values of a tree of dicts under dotted keys."""
    for key, value in tree.items():
        if isinstance(value, dict) and value:
            yield from flat(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def names_of_python(text):
    """Returns what a Python file assigns to names at its left margin, as far as they are literals."""
    tree = {}
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
            tree[statement.target.id] = None
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            try:
                tree[statement.targets[0].id] = ast.literal_eval(statement.value)
            except ValueError:
                tree[statement.targets[0].id] = None
    return tree


def tree_of(text, suffix):
    try:
        if suffix == ".py":
            return names_of_python(text)
        tree = tomllib.loads(text) if suffix == ".toml" else yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, SyntaxError):
        return None
    return tree if isinstance(tree, dict) else None


def trains(path, text):
    """Returns true if a file configures or starts training."""
    if path.suffix in SCRIPTS:
        text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
        return bool(TRAINING.search(text)) and bool(SETTING.search(text))
    tree = tree_of(text, path.suffix)
    if tree is None:
        return False
    if path.suffix == ".py":
        return "train_dataloader" in tree and "model" in tree
    whole = {key.replace("-", "_") for key, _ in flat(tree)}
    last = {key.split(".")[-1] for key in whole}
    has_batch = any("batch_size" in key or key in ("sequence_len", "cutoff_len") for key in last)
    has_model = bool(last & set(MODELS)) or "model._component_" in whole
    has_rate = bool(last & {"learning_rate", "lr", "min_lr"})
    return (has_batch and has_model and has_rate) or "distributed_type" in last


def training_files(folder):
    for path in sorted(folder.rglob("*")):
        if path.suffix not in SCRIPTS | TREES or not path.is_file():
            continue
        if any(part.startswith(".") for part in path.relative_to(folder).parts):
            continue
        text = path.read_text(errors="replace")
        if trains(path, text):
            yield path, text


def commands_of_bash(path):
    """Returns the words of each command that bash would start."""
    with tempfile.TemporaryDirectory() as folder:
        handler, log = pathlib.Path(folder, "handler"), pathlib.Path(folder, "log")
        handler.write_text(HANDLER)
        with open(log, "wb") as out:
            try:
                subprocess.run(["/bin/bash", "-r", str(path.resolve())], env={"PATH": "/nonexistent", "BASH_ENV": str(handler)}, cwd=folder,
                               stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL, timeout=5, check=False)
            except subprocess.TimeoutExpired:
                return []
        commands = log.read_bytes().decode(errors="replace").split("\1")
    return [command.removesuffix("\0").split("\0") for command in commands[1:]]


def options_of(words):
    """Yields the options of a command with their first value."""
    for at, word in enumerate(words):
        if not word.startswith("--") or len(word) < 3:
            continue
        key, equals, value = word[2:].partition("=")
        if not equals:
            following = words[at + 1] if at + 1 < len(words) else "--"
            value = "true" if following.startswith("--") else following
        yield key.replace("-", "_"), value


def number(value):
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def silent_changes(stated, answer, text):
    """Returns sentences about keys that the import neither read nor names, or read as another number. A key whose name no
    line of the file has comes from a variable, which the import names ("$TRAINING_DTYPE")."""
    read = collections.defaultdict(list)
    for entry in answer["read"]:
        read[entry["key"].replace("-", "_")].append(entry)
    unread = {entry["key"].replace("-", "_") for entry in answer["not_read"]}
    said = " ".join(read) + " " + " ".join(unread)
    for key, value in stated:
        key = key.replace("-", "_")
        is_from_variable = "__" + key not in text.replace("-", "_") and any(name.startswith("$") for name in unread)
        if is_from_variable or value is None or value == "" or value == {} or key in unread or key == "num_processes":
            continue
        if key not in read:
            if not re.search(rf"(^|[\s.]){re.escape(key)}($|[\s.:,])", said):
                yield f"{key}: {value} is named nowhere"
            continue
        found = [entry["value"] for entry in read[key]
                 if ("accum" in key or entry["path"] != "training.gradient_accumulation_steps")
                 and not key.endswith(("ppo_micro_batch_size", "data.micro_batch_size", "max_prompt_length", "prompt_max_len"))
                 and not entry["path"].startswith("cluster.") and entry["path"] != "training.tokens"]
        wanted, is_flag = number(value), any(isinstance(one, bool) for one in [value, *found])
        found = [number(one) for one in found]
        is_number = wanted is not None and wanted >= 1 and not is_flag and None not in found
        if is_number and found and wanted not in found:
            yield f"{key}: {value} was read as {found}"


def imported(program, path, base):
    """Returns the answer, or the refusal."""
    run = subprocess.run([program, "import", str(path), "--plan", base, "--keep-model", "--json"],
                         capture_output=True, text=True, timeout=60, check=False)
    return (json.loads(run.stdout), None) if run.returncode == 0 else (None, run.stderr.strip())


def stated_by(path, text, answer):
    """Returns the keys that a file states, as an independent reader finds them."""
    if path.suffix not in SCRIPTS:
        return list(flat(tree_of(text, path.suffix) or {}))
    names = {entry["key"] for entry in answer["read"] + answer["not_read"]}
    best, most = [], 0
    for words in commands_of_bash(path):
        options = list(options_of(words))
        score = sum(key in names for key, _ in options)
        if score > most:
            best, most = options, score
    return best


def main(program, folders):
    is_silent = False
    with tempfile.NamedTemporaryFile("w", suffix=".json") as base:
        base.write('{"model": {"preset": "llama-3.1-8b"}}')
        base.flush()
        for folder in folders:
            count = collections.Counter()
            not_read, refusals, silent = collections.Counter(), collections.Counter(), collections.Counter()
            for path, text in training_files(pathlib.Path(folder)):
                count["all"] += 1
                answer, refusal = imported(program, path, base.name)
                if answer is None:
                    refusals[refusal.split(": ", 2)[-1][:110]] += 1
                    continue
                count["read"] += 1
                not_read.update(entry["key"] for entry in answer["not_read"])
                stated = stated_by(path, text, answer)
                count["compared"] += bool(stated)
                for sentence in silent_changes(stated, answer, text):
                    silent[f"{path.relative_to(folder)}: {sentence}"] += 1
            print(f"{folder}: {count['read']} of {count['all']} read, {count['compared']} compared")
            for title, found in (("refused", refusals), ("silent", silent), ("not read", not_read)):
                for what, times in found.most_common(25):
                    print(f"  {title} {times}: {what}")
            is_silent |= bool(silent)
    return 1 if is_silent else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
