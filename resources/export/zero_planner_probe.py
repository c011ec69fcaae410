# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records what a few training steps take, for `zero-planner measure` and `zero-planner calibrate`.

Hugging Face's Trainer (import it before the Trainer is made):

    from zero_planner_probe import ZeroPlannerCallback
    trainer = Trainer(..., callbacks=[ZeroPlannerCallback()])

A loop with DeepSpeed's engine:

    import zero_planner_probe
    zero_planner_probe.watch(engine)        # engine: what deepspeed.initialize returned

A loop without it:

    probe = zero_planner_probe.Probe()
    with probe.phase("forward"): loss = model(batch)
    with probe.phase("backward"): loss.backward()
    with probe.phase("step"): optimizer.step()
    probe.end_of_step()

Writes one JSON line a phase to zero-planner-run.jsonl, of rank 0. After 20 steps it takes itself off. Every phase waits
for the GPU, so these steps are a little slower than others.
"""

import contextlib
import json
import logging
import os
import time

import torch

STEPS = 20
WARM_UP = 2  # compile, allocate, warm up: their times are not recorded
PATH = "zero-planner-run.jsonl"


class Probe:
    def __init__(self, path=PATH, steps=STEPS):
        self.rank = int(os.environ.get("RANK", "0"))
        self.steps = steps
        self.step = 1
        self.done = False
        self.step_began = None
        self.file = open(path, "w") if self.rank == 0 else None

    def write(self, phase, **values):
        if self.file is None or self.done:
            return
        line = {"zero_planner": 1, "phase": phase, "rank": self.rank, "step": self.step}
        line.update((name, value) for name, value in values.items() if value is not None)
        self.file.write(json.dumps(line) + "\n")
        self.file.flush()

    def start(self, **settings):
        """What the run is; keys as DeepSpeed has them."""
        self.write("start", **settings)

    def memory(self):
        free, total = torch.cuda.mem_get_info()
        return {
            "allocated": torch.cuda.memory_allocated(),
            "max_allocated": torch.cuda.max_memory_allocated(),
            "reserved": torch.cuda.memory_reserved(),
            "max_reserved": torch.cuda.max_memory_reserved(),
            "used": total - free,
        }

    @contextlib.contextmanager
    def phase(self, name):
        if self.done:
            yield
            return
        torch.cuda.synchronize()
        torch.cuda.reset_peak_memory_stats()
        began = time.perf_counter()
        if self.step_began is None:
            self.step_began = began
        try:
            yield
        finally:
            torch.cuda.synchronize()
            seconds = time.perf_counter() - began if self.step > WARM_UP else None
            self.write(name, seconds=seconds, **self.memory())

    def end_of_step(self):
        """After the optimizer has stepped; not after each micro batch."""
        if self.done:
            return
        now = time.perf_counter()
        if self.step > WARM_UP and self.step_began is not None:
            self.write("whole", seconds=now - self.step_began)
        self.step_began = now
        self.step += 1
        if self.step > self.steps:
            self.done = True
            if self.file is not None:
                self.file.close()


def settings_of(engine):
    """What can be asked of a DeepSpeed engine of any version."""

    def ask(name):
        value = getattr(engine, name, None)
        return value() if callable(value) else value

    import deepspeed

    parameters = [p for p in engine.module.parameters()]
    size = [getattr(p, "ds_numel", p.numel()) for p in parameters]
    return {
        "world_size": int(os.environ.get("WORLD_SIZE", "1")),
        "micro_batch": ask("train_micro_batch_size_per_gpu"),
        "accumulation": ask("gradient_accumulation_steps"),
        "stage": ask("zero_optimization_stage"),
        "dtype": "bf16" if ask("bfloat16_enabled") else "fp16" if ask("fp16_enabled") else "fp32",
        "deepspeed_version": deepspeed.__version__,
        "parameters": sum(size),
        "trainable": sum(n for n, p in zip(size, parameters) if p.requires_grad),
    }


def let_deepspeed_speak():
    """Releases from 0.17.6 on keep most of what they measure to themselves."""
    logger = logging.getLogger("DeepSpeed")
    for each in (logger, *logger.handlers):
        each.setLevel(min(each.level, logging.INFO))


def watch(engine, path=PATH, steps=STEPS):
    """Records forward, backward and step of a DeepSpeed engine."""
    let_deepspeed_speak()
    probe = Probe(path, steps)
    probe.start(**settings_of(engine))
    originals = {name: getattr(engine, name) for name in ("forward", "backward", "step")}

    def wrapped(name):
        def call(*args, **kwargs):
            # Asked before the step: behind it the next one has begun.
            is_last = name == "step" and engine.is_gradient_accumulation_boundary()
            phase = "step" if is_last else "micro_step" if name == "step" else name
            with probe.phase(phase):
                result = originals[name](*args, **kwargs)
            if is_last:
                probe.end_of_step()
                if probe.done:
                    for each, original in originals.items():
                        setattr(engine, each, original)
            return result

        return call

    for name in originals:
        setattr(engine, name, wrapped(name))
    return probe


try:
    from transformers import TrainerCallback
except ImportError:
    TrainerCallback = object


class ZeroPlannerCallback(TrainerCallback):
    """Watches the engine that Trainer makes of the model."""

    def __init__(self, path=PATH, steps=STEPS):
        self.path = path
        self.steps = steps
        self.is_watching = False
        self.watch_next_engine()

    def watch_next_engine(self):
        """No callback is given the engine, so the function that makes it is asked."""
        import deepspeed

        initialize = deepspeed.initialize

        def initialize_and_watch(*args, **kwargs):
            result = initialize(*args, **kwargs)
            if not self.is_watching:
                self.is_watching = True
                deepspeed.initialize = initialize
                watch(result[0], self.path, self.steps)
            return result

        deepspeed.initialize = initialize_and_watch
