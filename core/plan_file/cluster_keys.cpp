// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/plan_file/key_rows.h"

namespace zp::plan_io {
namespace {

// Ranges include any machine that could be built, but are narrow enough that integer products of keys fit in
// 64 bits: micro batch · accumulation · ranks stays below 2^62.
constexpr double million = 1e6;
constexpr Range rate{1e-3, million};  // GB/s, TFLOP/s

constexpr auto cluster_rows = std::to_array<KeyRow>({
    key<&Plan::cluster, &Cluster::nodes>(
        {.path = "cluster.nodes", .range = {1, 65'536}, .meaning = "Machines."}),
    key<&Plan::cluster, &Cluster::gpus_per_node>({.path = "cluster.gpus_per_node",
                                                  .range = {1, 1'024},
                                                  .meaning = "GPUs of one machine; each is one rank."}),
    {.path = "cluster.gpu.preset",
     .type = "preset id",
     .default_text = "a100-sxm4-80gb",
     .meaning = "A GPU of the catalog, by its id or its usual name (\"RTX 4090\"); \"zero-planner presets "
                "gpus\" lists them. Figures given with it override its own. Without it, one or two figures "
                "override the default's, and all three describe a GPU of which nothing else is known."},
    key<&Plan::cluster, &Cluster::gpu, &Gpu::memory_gib>(
        {.path = "cluster.gpu.memory_gib",
         .type = "GiB",
         .range = {0.125, 65'536},
         .default_text = "the preset's",
         .meaning = "Memory that a program can use, which is less than the nominal size."}),
    key<&Plan::cluster, &Cluster::gpu, &Gpu::bf16_tflops>({.path = "cluster.gpu.bf16_tflops",
                                                           .type = "TFLOP/s",
                                                           .range = rate,
                                                           .default_text = "the preset's",
                                                           .meaning = "Dense matrix peak in 16 bit."}),
    key<&Plan::cluster, &Cluster::gpu, &Gpu::memory_gb_per_s>(
        {.path = "cluster.gpu.memory_gb_per_s",
         .type = "GB/s",
         .range = rate,
         .default_text = "the preset's",
         .meaning = "Bandwidth of the GPU's own memory."}),
    {.path = "cluster.other_gpus",
     .type = "list of {preset, memory_gib, bf16_tflops, memory_gb_per_s, count}",
     .meaning = "GPUs of other kinds in the cluster. All GPUs hold equal parts and wait for each other, so "
                "the smallest limits the memory and the slowest the step."},
    {.path = "cluster.intra_node.preset",
     .type = "preset id",
     .meaning = "Link between the GPUs of a node; \"zero-planner presets links\" lists them."},
    key<&Plan::cluster, &Cluster::intra_node, &Link::gb_per_s>(
        {.path = "cluster.intra_node.gb_per_s",
         .type = "GB/s",
         .range = rate,
         .default_text = "the GPU's link, or its PCIe",
         .meaning = "Its nominal speed, one direction, per GPU."}),
    {.path = "cluster.inter_node.preset",
     .type = "preset id",
     .meaning = "Link between nodes; a figure per node or port is divided among the GPUs that share it."},
    key<&Plan::cluster, &Cluster::inter_node, &Link::gb_per_s>(
        {.path = "cluster.inter_node.gb_per_s",
         .type = "GB/s",
         .range = rate,
         .meaning = "Its nominal speed, one direction, per GPU."}),
    {.path = "cluster.host_link.preset", .type = "preset id", .meaning = "Link from a GPU to its host."},
    key<&Plan::cluster, &Cluster::host_link, &Link::gb_per_s>(
        {.path = "cluster.host_link.gb_per_s",
         .type = "GB/s",
         .range = rate,
         .default_text = "the GPU's PCIe",
         .meaning = "Its nominal speed, one direction, per GPU."}),
    key<&Plan::cluster, &Cluster::cpu_memory_gib>({.path = "cluster.cpu_memory_gib",
                                                   .type = "GiB",
                                                   .range = {0.125, 16.0 * million},
                                                   .default_text = "the GPU preset's node, else 1,024",
                                                   .meaning = "Host memory of a node."}),
    key<&Plan::cluster, &Cluster::cpu_memory_gb_per_s>(
        {.path = "cluster.cpu_memory_gb_per_s",
         .type = "GB/s",
         .range = rate,
         .default_text = "the GPU preset's node, else 200",
         .meaning = "Bandwidth of the host's memory, per node."}),
    key<&Plan::cluster, &Cluster::cpu_cores>(
        {.path = "cluster.cpu_cores",
         .range = {1, 65'536},
         .default_text = "the GPU preset's node, else 64",
         .meaning = "Cores of a node: the launch script divides them among its GPUs; the step time does not "
                    "depend on them."}),
    key<&Plan::cluster, &Cluster::gpu_hour_price>(
        {.path = "cluster.gpu_hour_price",
         .type = "price",
         .range = {0, million},
         .meaning = "Price of one GPU for an hour, in any currency; beside listed machines it counts as USD; "
                    "0 = not stated."}),
    key<&Plan::cluster, &Cluster::gpu_watts>({.path = "cluster.gpu_watts",
                                              .type = "W",
                                              .range = {0, million},
                                              .meaning = "Power one GPU draws; 0 = not stated."}),
    key<&Plan::cluster, &Cluster::power_overhead>(
        {.path = "cluster.power_overhead",
         .type = "factor",
         .range = {1, 10},
         .meaning = "Energy of nodes, cooling and supply over that of the GPUs alone: 1.2 times 1.2."}),
    key<&Plan::cluster, &Cluster::failures, &Failures::per_million_gpu_hours>(
        {.path = "cluster.failures.per_million_gpu_hours",
         .type = "failures",
         .range = {0, million},
         .meaning = "Failures that stop the run, in a million hours of one GPU. Published: 12 to 81; 34 on "
                    "Meta's RSC-1 (arXiv 2410.21680), 20 of Llama 3 405B."}),
    key<&Plan::cluster, &Cluster::failures, &Failures::restart_minutes>(
        {.path = "cluster.failures.restart_minutes",
         .type = "min",
         .range = {0, 100'000},
         .meaning = "Minutes until a failure is noticed and the job starts again; loading the checkpoint "
                    "comes on top."}),
    {.path = "cluster.nvme.path",
     .type = "text",
     .deepspeed_key =
         "zero_optimization.offload_optimizer.nvme_path, zero_optimization.offload_param.nvme_path",
     .written = Written::by_default,
     .decides = "nvme.optimizer, nvme.weights",
     .meaning = "Mount point of the drive."},
    key<&Plan::cluster, &Cluster::nvme, &Nvme::capacity_gib>(
        {.path = "cluster.nvme.capacity_gib",
         .type = "GiB",
         .range = {0, 1e9},
         .meaning = "Free space of a node's drives; 0 = not stated."}),
    key<&Plan::cluster, &Cluster::nvme, &Nvme::read_gb_per_s>(
        {.path = "cluster.nvme.read_gb_per_s",
         .type = "GB/s",
         .range = {0, million},
         .meaning = "Read speed of a node's drives; 0 = not stated."}),
    key<&Plan::cluster, &Cluster::nvme, &Nvme::write_gb_per_s>(
        {.path = "cluster.nvme.write_gb_per_s",
         .type = "GB/s",
         .range = {0, million},
         .meaning = "Write speed of a node's drives; 0 = not stated."}),
    key<&Plan::cluster, &Cluster::storage, &Storage::write_gb_per_s>(
        {.path = "cluster.storage.write_gb_per_s",
         .type = "GB/s",
         .range = rate,
         .meaning = "Speed at which a node writes checkpoints; published saves reach 0.3 to 1.2."}),
    key<&Plan::cluster, &Cluster::storage, &Storage::read_gb_per_s>(
        {.path = "cluster.storage.read_gb_per_s",
         .type = "GB/s",
         .range = rate,
         .meaning = "Speed at which a node reads checkpoints."}),
    key<&Plan::cluster, &Cluster::storage, &Storage::total_write_gb_per_s>(
        {.path = "cluster.storage.total_write_gb_per_s",
         .type = "GB/s",
         .range = {0, million},
         .meaning = "Speed at which all nodes together write to shared storage; 0 = one node's speed times "
                    "the nodes."}),
    key<&Plan::cluster, &Cluster::storage, &Storage::total_read_gb_per_s>(
        {.path = "cluster.storage.total_read_gb_per_s",
         .type = "GB/s",
         .range = {0, million},
         .meaning = "Speed at which all nodes together read from it; 0 = one node's speed times the nodes."}),
    key<&Plan::cluster, &Cluster::storage, &Storage::process_write_gb_per_s>(
        {.path = "cluster.storage.process_write_gb_per_s",
         .type = "GB/s",
         .range = rate,
         .meaning = "Speed at which one process writes on fast drives: torch.save's (DeepSpeedExamples "
                    "deepnvme/model_checkpoint); FastPersist reaches the speed of the drives."}),
    key<&Plan::cluster, &Cluster::storage, &Storage::process_read_gb_per_s>(
        {.path = "cluster.storage.process_read_gb_per_s",
         .type = "GB/s",
         .range = rate,
         .meaning = "Speed at which one process reads a file into host memory (DeepSpeedExamples "
                    "deepnvme/file_access)."}),
    {.path = "cluster.profile",
     .type = "text",
     .meaning = "A file of \"zero-planner calibrate --profile\" that plans share: its calibration is read "
                "from it, and from measured if the file is missing."},
});

}  // namespace

std::span<const KeyRow> cluster_keys() { return cluster_rows; }

}  // namespace zp::plan_io
