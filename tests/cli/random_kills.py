#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills exports and saves at random moments, and counts what is left.

usage: random_kills.py ZERO_PLANNER [COUNT [SEED]]

An export writes over a folder of an older export, and a write back over a training file. The program is killed
(SIGKILL) after a random time. Afterwards each file must have its old or its new contents, a folder that was new
must be whole or absent, and the next run must leave no temporary file. Prints the counts; exit status 1 if one
kill left anything else. packaging/nightly.sh runs it.
"""
import collections
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

OLD = '{"model": {"preset": "gpt-2-124m"}, "zero": {"stage": 1}}'
NEW = '{"model": {"preset": "gpt-2-124m"}, "zero": {"stage": 3}, "training": {"micro_batch_size": 8}}'
TRAINING = "base_model: openai-community/gpt2\n# a comment\nmicro_batch_size: 2\nsequence_len: 1024\nbf16: true\n"


def contents(folder):
    return {name: open(os.path.join(folder, name), "rb").read() for name in sorted(os.listdir(folder))}


def run(words, where):
    return subprocess.run(words, cwd=where, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


def killed(words, where, after):
    """Starts the program and kills it after so many seconds. Returns true if it was still running."""
    process = subprocess.Popen(words, cwd=where, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(after)
    running = process.poll() is None
    process.kill()
    process.wait()
    return running


def duration(words, where):
    begin = time.monotonic()
    run(words, where)
    return time.monotonic() - begin


class Export:
    """An export into a folder, which has an older export or does not exist."""

    def __init__(self, program, scratch, is_new):
        self.is_new, self.scratch = is_new, scratch
        self.words = [program, "export", "new.zplan.json", "--out", "run"]
        for name, text in (("old", OLD), ("new", NEW)):
            with open(os.path.join(scratch, name + ".zplan.json"), "w") as file:
                file.write(text)
            run([program, "export", name + ".zplan.json", "--out", "whole-" + name], scratch)
        self.old, self.new = (contents(os.path.join(scratch, "whole-" + name)) for name in ("old", "new"))
        self.folder = os.path.join(scratch, "run")

    def prepare(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        if not self.is_new:
            shutil.copytree(os.path.join(self.scratch, "whole-old"), self.folder)

    def judge(self):
        if not os.path.isdir(self.folder):
            return "absent" if self.is_new else "LOST"
        now = contents(self.folder)
        known = {name: text for name, text in now.items() if name in self.new or name in self.old}
        if any(text not in (self.old.get(name), self.new.get(name)) for name, text in known.items()):
            return "HALF WRITTEN"
        if self.is_new and known != self.new:
            return "PART OF A NEW FOLDER"
        if not self.is_new and any(name not in now for name in self.old):
            return "LOST"
        return "new" if known == self.new else "old" if known == self.old else "files of both, each whole"

    def leftovers(self):
        """Runs the export to its end and returns the names that do not belong to it."""
        run(self.words, self.scratch)
        names = set(os.listdir(self.folder)) - set(self.new) - set(self.old)
        return names | {name for name in os.listdir(self.scratch) if name.endswith(".tmp") or ".tmp" in name}


class WriteBack:
    """A changed plan that is written into a training file."""

    def __init__(self, program, scratch):
        self.scratch, self.file = scratch, os.path.join(scratch, "train.yaml")
        self.words = [program, "import", "train.yaml", "--write-back", "plan.zplan.json",
                      "--set", "training.micro_batch_size=16", "--in-place"]
        self.prepare()
        with open(os.path.join(scratch, "plan.zplan.json"), "wb") as plan:
            plan.write(subprocess.run([program, "import", "train.yaml"], cwd=scratch, capture_output=True).stdout)
        run(self.words, scratch)
        self.new = open(self.file).read()
        if self.new == TRAINING:
            sys.exit("the write back changes nothing")

    def prepare(self):
        for name in os.listdir(self.scratch):
            if name.startswith("train"):
                os.remove(os.path.join(self.scratch, name))
        with open(self.file, "w") as file:
            file.write(TRAINING)

    def judge(self):
        if not os.path.exists(self.file):
            return "LOST"
        now = open(self.file).read()
        return "old" if now == TRAINING else "new" if now == self.new else "HALF WRITTEN"

    def leftovers(self):
        run(self.words, self.scratch)
        return {name for name in os.listdir(self.scratch) if ".tmp" in name}


def try_kills(name, case, count, random_source):
    longest = 0
    for _ in range(3):
        case.prepare()
        longest = max(longest, duration(case.words, case.scratch))
    left = collections.Counter()
    running = 0
    bad = False
    for _ in range(count):
        case.prepare()
        running += killed(case.words, case.scratch, random_source.uniform(0, longest))
        outcome = case.judge()
        left[outcome] += 1
        bad |= outcome.isupper()
        remains = case.leftovers()
        if remains:
            left["LEFTOVERS " + ", ".join(sorted(remains))] += 1
            bad = True
    print("%s: %d kills within %.0f ms, %d while it ran: %s" % (
        name, count, longest * 1e3, running, ", ".join("%s %d" % one for one in sorted(left.items()))))
    return not bad


def main():
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__.split("\n")[2])
    program = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    random_source = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    good = True
    cases = (("export over an older one", lambda scratch: Export(program, scratch, False)),
             ("export into a new folder", lambda scratch: Export(program, scratch, True)),
             ("write back in place", lambda scratch: WriteBack(program, scratch)))
    for name, make in cases:
        with tempfile.TemporaryDirectory() as scratch:
            good &= try_kills(name, make(scratch), count, random_source)
    sys.exit(0 if good else 1)


main()
