#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Measures the machine that it runs on, for at most two minutes, and prints one JSON document that zero-planner probe reads:
#   bash probe.sh [FOLDER ON THE DRIVES] > probe.json
# Several nodes, one process for each GPU:
#   srun --nodes=2 --ntasks-per-node=8 --gpus-per-node=8 bash probe.sh > probe.json
# It needs bash and Python 3; what else is there it uses: nvidia-smi, nccl-tests, PyTorch, DeepSpeed, a C compiler, fio. What is not
# there is named in the document. It writes below the temporary folder, and 1 GiB to the folder on the drives, and removes both.
set -u
command -v python3 >/dev/null || { echo "probe.sh needs python3" >&2; exit 2; }
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT

cat >"$scratch/host.c" <<'C'
// Bandwidth of the host's memory: a[i] = b[i] + 3 c[i], and an Adam step on fp32 states, on all cores.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}
int main(int count, char **words) {
  long n = count > 1 ? atol(words[1]) : 1 << 24;
  float *a[4];
  for (int k = 0; k < 4; k++) {
    a[k] = malloc(n * sizeof(float));
    if (!a[k]) return 1;
#pragma omp parallel for
    for (long i = 0; i < n; i++) a[k][i] = 0.001f * (k + 1);
  }
  double triad = 1e9, adam = 1e9;
  for (int turn = 0; turn < 6; turn++) {
    double begin = now();
#pragma omp parallel for
    for (long i = 0; i < n; i++) a[0][i] = a[1][i] + 3.0f * a[2][i];
    double middle = now();
#pragma omp parallel for
    for (long i = 0; i < n; i++) {
      float g = a[3][i], m = 0.9f * a[1][i] + 0.1f * g, v = 0.999f * a[2][i] + 0.001f * g * g;
      a[1][i] = m;
      a[2][i] = v;
      a[0][i] -= 0.001f * m / (sqrtf(v) + 1e-8f);
    }
    double end = now();
    if (middle - begin < triad) triad = middle - begin;
    if (end - middle < adam) adam = end - middle;
  }
  printf("%.6g %.6g %g\n", 12.0 * n / triad * 1e-9, n / adam, a[0][n / 2]);
  return 0;
}
C

cat >"$scratch/probe.py" <<'PYTHON'
import glob
import json
import mmap
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import threading
import time

SCRATCH, DRIVE = sys.argv[1], sys.argv[2]
BUDGET = float(os.environ.get("ZP_PROBE_SECONDS", "120"))
START = time.monotonic()
RANK = int(os.environ.get("RANK", os.environ.get("SLURM_PROCID", "0")))
LOCAL = int(os.environ.get("LOCAL_RANK", os.environ.get("SLURM_LOCALID", "0")))
WORLD = int(os.environ.get("WORLD_SIZE", os.environ.get("SLURM_STEP_NUM_TASKS", "1")))
NODES = int(os.environ.get("SLURM_STEP_NUM_NODES", max(1, WORLD // int(os.environ.get("LOCAL_WORLD_SIZE", WORLD)))))
out = {"format": "zero-probe-data/1", "absent": []}


def left():
    return BUDGET - (time.monotonic() - START)


def absent(what, why):
    out["absent"].append({"what": what, "why": str(why).strip().split("\n")[-1][:200]})


def say(text):
    if RANK == 0:
        print("%5.1f s  %s" % (time.monotonic() - START, text), file=sys.stderr, flush=True)


def run(words, seconds=20, env=None):
    """The output of a program; raises where it is missing, fails or takes too long."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=max(1, min(seconds, left())), env=env)
    if done.returncode:
        raise RuntimeError("%s: exit status %d: %s" % (words[0], done.returncode, done.stderr.strip()[-150:]))
    return done.stdout


def part(name, least_seconds, function):
    """Runs one measurement; what fails, or has no time left, is named as absent."""
    if left() < least_seconds:
        return absent(name, "no time left of %d s" % BUDGET)
    say(name)
    try:
        function()
    except FileNotFoundError as error:
        absent(name, "not installed: %s" % (error.filename or error))
    except ImportError as error:
        absent(name, "not installed: %s" % error)
    except Exception as error:  # whatever a driver or a library says
        absent(name, "%s: %s" % (type(error).__name__, error))


def host():
    with open("/proc/meminfo") as file:
        out["host_memory_bytes"] = int(re.search(r"MemTotal:\s+(\d+)", file.read()).group(1)) * 1024
    text = run(["lscpu"])
    field = lambda key: (re.search(r"(?m)^\s*%s:\s+(.*)$" % re.escape(key), text) or [None, ""])[1].strip()
    sockets, cores = field("Socket(s)"), field("Core(s) per socket")
    out["cpu"] = {"model": field("Model name"), "sockets": int(sockets) if sockets.isdigit() else 1,
                  "cores": int(sockets) * int(cores) if sockets.isdigit() and cores.isdigit() else os.cpu_count()}


def host_bandwidth():
    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    cores = out.get("cpu", {}).get("cores") or os.cpu_count()
    if compiler:
        program = os.path.join(SCRATCH, "host")
        run([compiler, "-O3", "-march=native", "-ffast-math", "-fopenmp", os.path.join(SCRATCH, "host.c"), "-o", program, "-lm"], 20)
        elements = max(1 << 22, min(1 << 28, out.get("host_memory_bytes", 1 << 32) // 256))
        env = dict(os.environ, OMP_NUM_THREADS=str(cores), OMP_PROC_BIND="spread")
        triad, adam, _ = (float(word) for word in run([program, str(elements)], 25, env).split())
        out["host_bandwidth"] = {"gb_per_s": triad, "by": "triad, %d threads, C" % cores}
        out["cpu_adam"] = {"parameters_per_s": adam, "by": "fp32 Adam in C, %d threads" % cores}
        return
    import torch
    torch.set_num_threads(cores)
    a, b, c = (torch.full((1 << 26,), 0.5) for _ in range(3))
    times = []
    for _ in range(6):
        begin = time.perf_counter()
        torch.add(b, c, alpha=3, out=a)
        times.append(time.perf_counter() - begin)
    out["host_bandwidth"] = {"gb_per_s": 12 * a.numel() / min(times) / 1e9, "by": "triad, PyTorch"}


def cpu_adam():
    import torch
    from deepspeed.ops.adam import DeepSpeedCPUAdam
    weight = torch.nn.Parameter(torch.zeros(1 << 26))
    weight.grad = torch.full_like(weight, 0.01)
    optimizer = DeepSpeedCPUAdam([weight])
    times = []
    for _ in range(5):
        begin = time.perf_counter()
        optimizer.step()
        times.append(time.perf_counter() - begin)
    out["cpu_adam"] = {"parameters_per_s": weight.numel() / min(times[1:]), "by": "DeepSpeedCPUAdam"}


def gpus():
    text = run(["nvidia-smi", "--query-gpu=name,memory.total,pcie.link.gen.max,pcie.link.width.max", "--format=csv,noheader,nounits"])
    out["gpus"] = []
    for line in text.strip().split("\n"):
        name, memory, generation, width = [word.strip() for word in line.split(",")]
        out["gpus"].append({"name": name, "memory_bytes": int(float(memory)) << 20,
                            "pcie_generation": int(generation) if generation.isdigit() else 0,
                            "pcie_lanes": int(width) if width.isdigit() else 0})


def topology():
    out["topology"] = run(["nvidia-smi", "topo", "-m"])


def ports():
    found = []
    for path in sorted(glob.glob("/sys/class/infiniband/*/ports/*/rate")):
        with open(path) as file:
            rate = re.match(r"([\d.]+)", file.read())
        state_path = os.path.join(os.path.dirname(path), "state")
        with open(state_path) as file:
            is_active = "ACTIVE" in file.read()
        if rate and is_active:
            found.append({"name": path.split("/")[4], "gbit_per_s": float(rate.group(1))})
    out["ports"] = found
    if not found:
        absent("network ports", "no active port in /sys/class/infiniband")


def torch_with_gpu():
    import torch
    if not torch.cuda.is_available():
        raise RuntimeError("PyTorch sees no GPU")
    torch.cuda.set_device(LOCAL % torch.cuda.device_count())
    return torch


def timed(torch, work, turns=10, warm=3):
    for _ in range(warm):
        work()
    torch.cuda.synchronize()
    times = []
    for _ in range(turns):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        work()
        end.record()
        torch.cuda.synchronize()
        times.append(begin.elapsed_time(end) / 1e3)
    return statistics.median(times)


def usable_memory():
    torch = torch_with_gpu()
    here = torch.cuda.get_device_properties(torch.cuda.current_device())
    if not out.get("gpus"):
        out["gpus"] = [{"name": here.name} for _ in range(torch.cuda.device_count())]
    for gpu in out["gpus"]:
        gpu["usable_bytes"] = here.total_memory


def copies():
    torch = torch_with_gpu()
    size = 1 << 28
    there = torch.empty(size, dtype=torch.uint8, device="cuda")
    out["copies"] = []
    for pinned in (True, False):
        here = torch.empty(size, dtype=torch.uint8, pin_memory=pinned)
        for direction, work in (("to_gpu", lambda: there.copy_(here, non_blocking=pinned)), ("to_host", lambda: here.copy_(there, non_blocking=pinned))):
            out["copies"].append({"direction": direction, "pinned": pinned, "bytes": size, "gb_per_s": size / timed(torch, work, 6) / 1e9})


def matmul():
    torch = torch_with_gpu()
    dtype = torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16
    a, b = (torch.randn(8192, 8192, device="cuda", dtype=dtype) for _ in range(2))
    turns = max(20, int(2 / timed(torch, lambda: a @ b, 3)))
    begin = time.perf_counter()
    for _ in range(min(turns, 2000)):
        a @ b
    torch.cuda.synchronize()
    seconds = (time.perf_counter() - begin) / min(turns, 2000)
    out["matmul"] = {"tflops": 2 * 8192**3 / seconds / 1e12, "dtype": str(dtype).split(".")[-1], "size": 8192}


def attention():
    torch = torch_with_gpu()
    dtype = torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float16
    heads, length, width = 32, 4096, 128
    q, k, v = (torch.randn(2, heads, length, width, device="cuda", dtype=dtype) for _ in range(3))
    seconds = timed(torch, lambda: torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True))
    out["attention"] = {"tflops": 2 * 2 * 2 * heads * length**2 * width / 2 / seconds / 1e12, "tokens": length, "head_dim": width}


def nccl_tests():
    gpus_here = len(out.get("gpus", []))
    if gpus_here < 2:
        raise RuntimeError("fewer than two GPUs")
    out["nccl_tests"] = ""
    for name in ("all_gather_perf", "reduce_scatter_perf"):
        out["nccl_tests"] += run([name, "-b", "1M", "-e", "1G", "-f", "4", "-n", "10", "-w", "3", "-c", "0", "-g", str(gpus_here)], 25)


def collectives():
    """All-gather and reduce-scatter by size, over all ranks of the job; alone, over the GPUs of this node."""
    torch = torch_with_gpu()
    if WORLD > 1:
        return collectives_of(torch, RANK, WORLD)
    count = torch.cuda.device_count()
    if count < 2:
        raise RuntimeError("fewer than two GPUs")
    port = str(20000 + os.getpid() % 20000)
    others = [subprocess.Popen([sys.executable, sys.argv[0], SCRATCH, DRIVE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=dict(os.environ, RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE=str(count), ZP_PROBE_RING="1",
                                        MASTER_ADDR="127.0.0.1", MASTER_PORT=port, ZP_PROBE_SECONDS=str(left())))
              for rank in range(1, count)]
    os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=port)
    try:
        collectives_of(torch, 0, count)
    finally:
        for other in others:
            other.kill()


def collectives_of(torch, rank, world):
    import datetime
    import torch.distributed as dist
    if "MASTER_ADDR" not in os.environ:
        names = run(["scontrol", "show", "hostnames", os.environ["SLURM_NODELIST"]]).split()
        os.environ.update(MASTER_ADDR=names[0], MASTER_PORT="29417")
    torch.cuda.set_device(LOCAL % torch.cuda.device_count())
    dist.init_process_group("nccl", rank=rank, world_size=world, timeout=datetime.timedelta(seconds=max(5, min(40, left()))))
    rows = []
    for mib in (1, 16, 64, 256, 1024):
        elements = (mib << 19) // world * world
        size = 2 * elements
        whole = torch.empty(elements, dtype=torch.bfloat16, device="cuda")
        share = torch.empty(elements // world, dtype=torch.bfloat16, device="cuda")
        for kind, work in (("all_gather", lambda: dist.all_gather_into_tensor(whole, share)), ("reduce_scatter", lambda: dist.reduce_scatter_tensor(share, whole))):
            seconds = timed(torch, work, 8)
            rows.append({"kind": kind, "bytes": size, "seconds": seconds, "busbw_gb_per_s": size * (world - 1) / world / seconds / 1e9,
                         "ranks": world, "nodes": NODES})
    dist.destroy_process_group()
    out["collectives"] = rows


def drive():
    if not DRIVE:
        raise RuntimeError("no folder on the drives was named: bash probe.sh FOLDER")
    free = shutil.disk_usage(DRIVE).free
    size = 1 << 30
    if free < 4 * size:
        raise RuntimeError("less than 4 GiB are free in " + DRIVE)
    out["drive"] = {"path": os.path.abspath(DRIVE), "free_bytes": free}
    path = os.path.join(DRIVE, "zero_planner_probe.%d" % os.getpid())
    try:
        if shutil.which("fio"):
            for kind in ("write", "read"):
                text = run(["fio", "--name=probe", "--filename=" + path, "--rw=" + kind, "--bs=1M", "--size=1G", "--direct=1", "--ioengine=libaio",
                            "--iodepth=32", "--numjobs=1", "--runtime=6", "--time_based", "--output-format=json"], 20)
                out["drive"][kind + "_gb_per_s"] = json.loads(text)["jobs"][0][kind]["bw_bytes"] / 1e9
            out["drive"]["by"] = "fio, 1 MiB, 32 deep"
        else:
            for kind in ("write", "read"):
                out["drive"][kind + "_gb_per_s"] = direct(path, size, kind) / 1e9
            out["drive"]["by"] = "O_DIRECT, 8 MiB, 4 threads"
    finally:
        if os.path.exists(path):
            os.remove(path)


def direct(path, size, kind, block=8 << 20, threads=4):
    """Bytes/s past the page cache, by a few threads."""
    handle = os.open(path, os.O_CREAT | os.O_RDWR | getattr(os, "O_DIRECT", 0), 0o600)
    try:
        buffers = [mmap.mmap(-1, block) for _ in range(threads)]  # aligned to a page
        for buffer in buffers:
            buffer.write(os.urandom(block))  # drives may store zeros without writing them

        def work(first):
            for offset in range(first * block, size, threads * block):
                (os.pwritev if kind == "write" else os.preadv)(handle, [buffers[first]], offset)
        workers = [threading.Thread(target=work, args=(first,)) for first in range(threads)]
        begin = time.perf_counter()
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        if kind == "write":
            os.fsync(handle)
        return size / (time.perf_counter() - begin)
    finally:
        os.close(handle)


if os.environ.get("ZP_PROBE_RING"):  # a further rank of collectives() on this node
    collectives_of(torch_with_gpu(), RANK, WORLD)
    sys.exit(0)
if RANK == 0:
    out["host"] = socket.gethostname()
    part("host", 1, host)
    part("GPUs (nvidia-smi)", 2, gpus)
    part("topology (nvidia-smi topo -m)", 2, topology)
    part("network ports", 1, ports)
if WORLD > 1 or not shutil.which("all_gather_perf"):
    part("collectives (torch.distributed)", 15, collectives)
else:
    part("collectives (nccl-tests)", 15, nccl_tests)
if RANK == 0:  # after the collectives, for which all ranks wait
    part("memory of a GPU (PyTorch)", 5, usable_memory)
    part("matrix products (PyTorch)", 8, matmul)
    part("attention (PyTorch)", 6, attention)
    part("copies between host and GPU (PyTorch)", 8, copies)
    part("bandwidth of host memory", 10, host_bandwidth)
    part("Adam on the host (DeepSpeed)", 10, cpu_adam)
    part("drives", 15, drive)
    out["seconds"] = round(time.monotonic() - START, 1)
    json.dump(out, sys.stdout, indent=1)
    print()
PYTHON

python3 "$scratch/probe.py" "$scratch" "${1:-}"
