# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bytes that PyTorch has at most while a causal language model evaluates: head and loss as transformers has them, and logits kept for
metrics as its Trainer keeps them, in a world of one rank. The allocator's own count, by PyTorch's older profiler.

    python3 measure.py > peaks.csv        (CPU; PyTorch 1.13 or newer)
"""
import torch
import torch.nn.functional as F
from torch.autograd import ProfilerConfig, ProfilerState, _disable_profiler_legacy, _enable_profiler_legacy


def largest_sum(work):
    _enable_profiler_legacy(ProfilerConfig(ProfilerState.CPU, False, True, False, False, False,
                                           torch._C._profiler._ExperimentalConfig()))
    with torch.no_grad():
        work()
    now = peak = 0
    for thread in _disable_profiler_legacy():
        for event in thread:
            if event.kind() == "memory_alloc":
                now += event.cpu_memory_usage()
                peak = max(peak, now)
    return peak


def loss(vocabulary, width, sequences, length, kind):
    head = torch.zeros(vocabulary, width, dtype=torch.bfloat16)
    labels = torch.zeros(sequences, length, dtype=torch.long)

    def work():
        hidden = torch.zeros(sequences, length, width, dtype=torch.bfloat16)
        logits = F.linear(hidden, head)
        computed = logits.float() if kind == "none" else logits
        targets = F.pad(labels, (0, 1), value=-100)[..., 1:].contiguous()
        F.cross_entropy(computed.view(-1, vocabulary), targets.view(-1), ignore_index=-100)

    return largest_sum(work)


def kept(vocabulary, sequences, length, batches):
    def work():
        together = None
        for _ in range(batches):
            logits = torch.zeros(sequences, length, vocabulary, dtype=torch.bfloat16)
            together = logits if together is None else torch.cat((together, logits), dim=0)

    return largest_sum(work)


print("# Largest sum of tensors, bytes, by measure.py; PyTorch " + torch.__version__ + ", CPU.")
print("what,vocabulary,width,sequences,length,loss,batches,bytes")
for vocabulary, width, sequences, length in ((1000, 256, 2, 512), (32000, 128, 1, 1024), (32000, 64, 4, 256), (50257, 128, 2, 256)):
    for kind in ("none", "native"):
        print("loss", vocabulary, width, sequences, length, kind, 0, loss(vocabulary, width, sequences, length, kind), sep=",")
for batches in (1, 2, 5):
    print("kept", 32000, 64, 2, 128, "none", batches, kept(32000, 2, 128, batches), sep=",")
