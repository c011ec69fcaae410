#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Python's own pickle and a few lines say of memory snapshots: python3 peak.py FILE.pickle …

One line of JSON a file, to hold against what core/run reads. Only for snapshots one trusts: pickle runs what it reads."""
import json
import pickle
import sys


def rounded(size):
    return max(512, -(-size // 512) * 512)


def peak(segments, trace):
    blocks = {}
    for segment in segments:
        for block in segment["blocks"]:
            if block["state"] == "active_allocated":
                blocks[block["address"]] = block["size"]

    # From the end back to the beginning: the blocks there are, undone event by event.
    alive = dict(blocks)
    allocated = best = sum(alive.values())
    reserved = best_reserved = sum(segment["total_size"] for segment in segments)
    at, at_alive = len(trace), dict(alive)
    for i in range(len(trace) - 1, -1, -1):
        event = trace[i]
        if event["action"] == "alloc":
            allocated -= alive.pop(event["addr"], 0)
        elif event["action"] == "free_requested":
            alive[event["addr"]] = rounded(event["size"])
            allocated += alive[event["addr"]]
        elif event["action"] in ("segment_alloc", "segment_map"):
            reserved -= event["size"]
        elif event["action"] in ("segment_free", "segment_unmap"):
            reserved += event["size"]
        best_reserved = max(best_reserved, reserved)
        if allocated >= best:
            best, at, at_alive = allocated, i, dict(alive)

    # Who asked for them: the last event of that address before the peak.
    asked = {}
    for event in trace[:at]:
        if event["action"] == "alloc":
            asked[event["addr"]] = event
    old = sum(size for address, size in at_alive.items() if address not in asked)
    sites = {}
    for address, size in at_alive.items():
        for frame in asked.get(address, {}).get("frames", []):
            if frame["filename"].endswith(".py"):
                name = frame["filename"].rsplit("/", 1)[-1] + ":" + frame["name"]
                sites[name] = sites.get(name, 0) + size
                break
    return {"events": len(trace), "end_allocated": sum(blocks.values()), "peak": best, "event": at,
            "reserved": best_reserved, "blocks": len(at_alive), "before_recording": old,
            "innermost_python": dict(sorted(sites.items(), key=lambda site: -site[1])[:5])}


for path in sys.argv[1:]:
    with open(path, "rb") as file:
        snapshot = pickle.load(file)
    for device, trace in enumerate(snapshot["device_traces"]):
        segments = [s for s in snapshot["segments"] if s["device"] == device]
        if segments or trace:
            print(json.dumps({"file": path.rsplit("/", 1)[-1], "device": device, **peak(segments, trace)}))
