#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the snapshots of this folder: python3 make.py. Invented figures in the form of torch.cuda.memory._snapshot()."""
import pickle
import pickletools
from pathlib import Path

HERE = Path(__file__).parent
MIB = 1 << 20
SITE = "/usr/lib/python3/site-packages/"
MAIN = [("/home/me/train.py", 12, "<module>")]
MODULE = [("/home/me/model.py", 40, "forward"), (SITE + "torch/nn/modules/module.py", 1750, "_call_impl")]
ENGINE = SITE + "deepspeed/runtime/engine.py"
STAGE12 = SITE + "deepspeed/runtime/zero/stage_1_and_2.py"
INIT = [(ENGINE, 300, "__init__"), (SITE + "deepspeed/__init__.py", 180, "initialize")] + MAIN
STEP = [(STAGE12, 2360, "step"), (ENGINE, 2200, "_take_model_step"), (ENGINE, 2250, "step")] + MAIN
LOSS = [(SITE + "torch/nn/functional.py", 3086, "cross_entropy")] + MODULE + MAIN
HOOK = [(STAGE12, 1160, "reduce_partition_and_remove_grads"), (STAGE12, 1170, "grad_handling_hook")]
AUTOGRAD = []  # its threads hold no frame of Python

SHARED = {}


def frames(stack):
    """One dict a frame, shared as PyTorch shares them."""
    return [SHARED.setdefault(f, {"name": f[2], "filename": f[0], "line": f[1]}) for f in stack]


class Recording:
    """What the allocator would write down, from the beginning at 1 MiB upwards; nothing is used again."""

    def __init__(self):
        self.events, self.alive, self.next, self.time = [], {}, 0x7F0000000000, 1_700_000_000_000_000

    def event(self, action, address, size, stack):
        self.time += 1000
        self.events.append({"action": action, "addr": address, "size": size, "stream": 0, "time_us": self.time,
                            "frames": frames(stack)})

    def old(self, name, size):
        self.alive[name] = (self.next, size, [])
        self.next += size

    def alloc(self, name, size, stack):
        self.event("segment_alloc", self.next, size, stack)
        self.event("alloc", self.next, size, stack)
        self.alive[name] = (self.next, size, stack)
        self.next += size

    def free(self, name, stack):
        address, size, _ = self.alive.pop(name)
        self.event("free_requested", address, size, stack)
        self.event("free_completed", address, size, stack)
        self.event("segment_free", address, size, stack)

    def snapshot(self):
        segments = [{"device": 0, "address": address, "total_size": size, "allocated_size": size, "active_size": size,
                     "requested_size": size, "stream": 0, "segment_type": "large", "segment_pool_id": (0, 0),
                     "is_expandable": False, "frames": frames(stack),
                     "blocks": [{"address": address, "size": size, "requested_size": size,
                                 "state": "active_allocated", "frames": frames(stack)}]}
                    for address, size, stack in self.alive.values()]
        return {"segments": segments, "device_traces": [self.events, []],
                "allocator_settings": {"garbage_collection_threshold": 0.0, "max_split_size": -1},
                "external_annotations": []}


def zero2_step():
    """ZeRO 2: engine, forward, backward and step. The peak is in backward, where the bucket comes to what forward kept."""
    r = Recording()
    r.old("weights", 40 * MIB)
    r.alloc("converted", 20 * MIB, [(STAGE12, 492, "__init__")] + INIT)
    r.alloc("master", 20 * MIB, [(STAGE12, 492, "__init__")] + INIT)
    r.free("converted", [(STAGE12, 492, "__init__")] + INIT)
    r.alloc("saved", 30 * MIB, MODULE + MAIN)
    r.alloc("temporary", 5 * MIB, MODULE + MAIN)
    r.free("temporary", MODULE + MAIN)
    r.alloc("softmax", 8 * MIB, LOSS)
    r.alloc("loss gradient", 9 * MIB, AUTOGRAD)
    r.free("softmax", AUTOGRAD)
    r.free("loss gradient", AUTOGRAD)
    r.alloc("gradient", 7 * MIB, AUTOGRAD)
    r.alloc("bucket", 16 * MIB, [(STAGE12, 2502, "setup_buckets")] + HOOK)
    r.alloc("partition", 6 * MIB, [(STAGE12, 1678, "copy_grads_in_partition")] + HOOK)
    r.free("gradient", AUTOGRAD)
    r.free("saved", AUTOGRAD)
    r.free("bucket", HOOK)
    r.alloc("fp32 gradients", 12 * MIB, STEP)
    r.alloc("moments", 40 * MIB, [(SITE + "deepspeed/ops/adam/fused_adam.py", 155, "step")] + STEP)
    r.free("fp32 gradients", STEP)
    return r.snapshot()


def as_cpp_writes(value):
    """torch/csrc/jit/serialization/pickler.cpp: protocol 2, long texts, every long integer in 8 bytes, no batches."""
    out, memo, kept = bytearray(b"\x80\x02"), {}, []

    def remember(key, what):
        kept.append(what)
        memo[key] = len(memo)
        out.extend(b"q%c" % memo[key] if memo[key] < 256 else b"r" + memo[key].to_bytes(4, "little"))

    def recall(key):
        out.extend(b"h%c" % memo[key] if memo[key] < 256 else b"j" + memo[key].to_bytes(4, "little"))

    def write(v):
        if isinstance(v, bool):
            out.extend(b"\x88" if v else b"\x89")
        elif isinstance(v, int):
            if 0 <= v < 256:
                out.extend(b"K%c" % v)
            elif 0 <= v < 65536:
                out.extend(b"M" + v.to_bytes(2, "little"))
            elif -2**31 <= v < 2**31:
                out.extend(b"J" + v.to_bytes(4, "little", signed=True))
            else:
                out.extend(b"\x8a\x08" + v.to_bytes(8, "little", signed=True))
        elif isinstance(v, float):
            import struct
            out.extend(b"G" + struct.pack(">d", v))
        elif isinstance(v, str):
            if v in memo:
                return recall(v)
            out.extend(b"X" + len(v.encode()).to_bytes(4, "little") + v.encode())
            remember(v, v)
        elif isinstance(v, tuple):
            for item in v:
                write(item)
            out.extend(b"\x86")
        else:
            if id(v) in memo:
                return recall(id(v))
            out.extend(b"}" if isinstance(v, dict) else b"]")
            remember(id(v), v)
            out.extend(b"(")
            for item in v.items() if isinstance(v, dict) else ((item,) for item in v):
                for part in item:
                    write(part)
            out.extend(b"u" if isinstance(v, dict) else b"e")

    write(value)
    out.extend(b".")
    pickletools.dis(bytes(out), out=open("/dev/null", "w"))
    return bytes(out)


def before_2_0():
    """A list of segments alone, whose blocks have a history instead of an address."""
    history = [{"addr": 0x7F0000000000, "real_size": 3 * MIB - 100, "frames": frames(MODULE + MAIN)}]
    return [{"device": 0, "address": 0x7F0000000000, "total_size": 4 * MIB, "allocated_size": 3 * MIB,
             "active_size": 3 * MIB, "stream": 0, "segment_type": "large",
             "blocks": [{"size": 3 * MIB, "state": "active_allocated", "history": history},
                        {"size": 1 * MIB, "state": "inactive"}]}]


def out_of_memory():
    """History off but for the failed allocation, on the second device."""
    snapshot = zero2_step()
    trace = [{"action": "oom", "device_free": 3 * MIB, "size": 64 * MIB, "stream": 0, "frames": frames(LOSS)}]
    for segment in snapshot["segments"]:
        segment["device"] = 1
    snapshot["device_traces"] = [[], trace]
    return snapshot


step = zero2_step()
for protocol in (2, 4, 5):
    (HERE / f"zero2-step-protocol{protocol}.pickle").write_bytes(pickle.dumps(step, protocol))
(HERE / "zero2-step-cpp.pickle").write_bytes(as_cpp_writes(step))
(HERE / "before-2.0.pickle").write_bytes(pickle.dumps(before_2_0(), 4))
(HERE / "out-of-memory.pickle").write_bytes(pickle.dumps(out_of_memory(), 4))
