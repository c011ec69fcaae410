#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs `zero-planner import` over Python programs and notebooks of public repositories and compares it with Python's ast.

    tests/import_python.py build/ci/app/zero-planner FOLDER…

Each FOLDER is a checkout. Chosen are the files that call TrainingArguments, a config of TRL, or deepspeed.initialize. ast finds
these calls again, and those of LoraConfig and BitsAndBytesConfig: each argument that is a literal, or a name to which the
module assigns one literal and nothing else, has to stand in `read` or `not_read` of the import, and a number or switch that was
read has to be one that the program states. Anything else is printed as silent. Exit status 1 if there is any.
"""
import ast
import collections
import json
import pathlib
import re
import sys
import tempfile

from import_corpus import imported

ARGUMENTS = re.compile(r"(TrainingArguments|SFTConfig|DPOConfig|ORPOConfig|KTOConfig|CPOConfig|GRPOConfig|RewardConfig)$")
RENAMED = {"LoraConfig": {"r": "lora_r", "target_modules": "lora_target_modules", "lora_dropout": "lora_dropout"},
           "BitsAndBytesConfig": {"load_in_4bit": "load_in_4bit", "load_in_8bit": "load_in_8bit"}}


def code_of(path):
    """Returns the Python of a program or a notebook, without its commands."""
    text = path.read_text(errors="replace")
    if path.suffix == ".ipynb":
        cells = ["".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
        text = "\n".join(cell for cell in cells if not cell.startswith("%%")) + "\n"
    text = re.sub(r"^[ \t]*[!%](.*\\\n)*.*$", "pass", text, flags=re.M)
    return text


def name_of(call):
    parts = []
    node = call.func
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        parts.append(node.id)
    return ".".join(reversed(parts))


def constants_of(tree):
    """Returns the names that a module assigns once, at its left margin and nowhere else, with their literals."""
    times = collections.Counter(node.id for node in ast.walk(tree)
                                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    found = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            if times[name] == 1 and isinstance(statement.value, ast.Constant):
                found[name] = statement.value.value
    return found


def stated_by(tree):
    """Yields keys and literals of the calls that set up a run."""
    constants = constants_of(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        last = name_of(node).split(".")[-1]
        renamed = RENAMED.get(last)
        if renamed is None and not ARGUMENTS.search(last):
            continue
        for keyword in node.keywords:
            key = keyword.arg if renamed is None else renamed.get(keyword.arg)
            if key is None:
                continue
            if isinstance(keyword.value, ast.Constant):
                yield key, keyword.value.value
            elif isinstance(keyword.value, ast.Name) and keyword.value.id in constants:
                yield key, constants[keyword.value.id]


def plain(value):
    """Returns a number or switch as the import prints it; nothing for a text."""
    if isinstance(value, bool):
        return str(value).lower()
    return float(value) if isinstance(value, (int, float)) else None


def same(printed, value):
    if isinstance(value, bool):
        return printed == plain(value)
    try:
        return float(str(printed)) == plain(value)
    except ValueError:
        return True  # a word: "true" for a switch that a list of values became


def silent_changes(stated, answer):
    values = collections.defaultdict(list)
    for key, value in stated:
        values[key].append(value)
    named = {entry["key"].split(".")[0] for entry in answer["read"] + answer["not_read"]}
    for key, found in values.items():
        if all(value is None or value == "" for value in found):
            continue
        if key not in named:
            yield f"{key}: {found[0]} is named nowhere"
    for entry in answer["read"]:
        wanted = [value for value in values.get(entry["key"], []) if plain(value) is not None]
        if len(wanted) == len(values.get(entry["key"], [])) and wanted and entry["path"] == KEYS.get(entry["key"]):
            if not any(same(entry["value"], value) for value in wanted):
                yield f"{entry['key']}: {wanted} was read as {entry['value']}"


KEYS = {"per_device_train_batch_size": "training.micro_batch_size", "lora_r": "training.lora.rank",
        "gradient_accumulation_steps": "training.gradient_accumulation_steps", "max_length": "training.sequence_length",
        "max_seq_length": "training.sequence_length", "per_device_eval_batch_size": "training.eval_batch_size",
        "lora_dropout": "training.lora.dropout", "num_generations": "training.rl.samples"}


def main(program, folders):
    is_silent = False
    with tempfile.NamedTemporaryFile("w", suffix=".json") as base:
        base.write('{"model": {"preset": "llama-3.1-8b"}}')
        base.flush()
        for folder in folders:
            count = collections.Counter()
            refusals, silent = collections.Counter(), collections.Counter()
            for path in sorted(pathlib.Path(folder).rglob("*")):
                if path.suffix not in (".py", ".ipynb") or not path.is_file():
                    continue
                try:
                    tree = ast.parse(code_of(path))
                except (SyntaxError, ValueError, KeyError):
                    continue
                stated = list(stated_by(tree))
                if not stated:
                    continue
                count["all"] += 1
                answer, refusal = imported(program, path, base.name)
                if answer is None:
                    refusals[f"{path.name}: {refusal.split(': ', 2)[-1][:110]}"] += 1
                    continue
                count["read"] += 1
                count["arguments"] += len(stated)
                for sentence in silent_changes(stated, answer):
                    silent[f"{path.relative_to(folder)}: {sentence}"] += 1
            print(f"{folder}: {count['read']} of {count['all']} read, {count['arguments']} literal arguments compared")
            for title, found in (("refused", refusals), ("silent", silent)):
                for what, times in found.most_common(40):
                    print(f"  {title} {times}: {what}")
            is_silent |= bool(silent)
    return 1 if is_silent else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
