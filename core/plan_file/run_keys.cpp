// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/plan_file/key_rows.h"

namespace zp::plan_io {
namespace {

constexpr auto run_rows = std::to_array<KeyRow>({
    key<&Plan::training, &Training::optimizer_in_backward>(
        {.path = "training.optimizer_in_backward",
         .meaning = "The optimizer steps each parameter inside the backward pass and frees its gradient "
                    "(torchtune's optimizer_in_bwd); only without DeepSpeed and without accumulation."}),
    key<&Plan::training, &Training::optimizer_kernel>(
        {.path = "training.optimizer_kernel",
         .meaning = "How PyTorch's own optimizer steps: fused (auto), or over lists of all tensors at once, "
                    "torch's default, with a temporary of each."}),
    key<&Plan::training, &Training::data_workers>(
        {.path = "training.data_workers",
         .range = {0, 1'024},
         .meaning = "Worker processes of each rank's data loader; forked, they keep the pages of host memory "
                    "that training then writes anew."}),
    key<&Plan::training, &Training::zero_init>(
        {.path = "training.zero_init",
         .meaning = "At stage 3, partition the model while it is built, not afterwards."}),
    key<&Plan::training, &Training::loading>(
        {.path = "training.loading",
         .decides = "host.loading",
         .meaning = "How the ranks of a node read the model: every_rank builds it whole in host memory, or "
                    "first_rank alone (FSDP's cpu_ram_efficient_loading); by_file keeps a part of each file "
                    "(zero.Init); straight to the gpu (a device_map); on the meta device. auto: as framework "
                    "and program do."}),
    key<&Plan::training, &Training::saving>(
        {.path = "training.saving",
         .decides = "host.save",
         .meaning = "Host memory that saving takes: every_rank copies the whole state dict (accelerate below "
                    "stage 3), first_rank collects it, each rank writes its shards, or none is saved. auto: "
                    "as framework and program do."}),
    key<&Plan::training, &Training::framework>(
        {.path = "training.framework",
         .meaning = "Framework that trains: DeepSpeed, or PyTorch itself (fsdp: FSDP at stages 2 and 3, DDP "
                    "at stage 0), which is the default for a program without DeepSpeed."}),
    {.path = "training.sharding",
     .type = "one of none, optimizer, gradients, full",
     .default_text = "that of zero.stage",
     .meaning = "Model states that ranks divide, for frameworks other than DeepSpeed: DDP, a distributed "
                "optimizer, SHARD_GRAD_OP or FULL_SHARD. zero.stage 0 to 3 are its older words."},
    key<&Plan::training, &Training::shard_ranks>(
        {.path = "training.shard_ranks",
         .type = "ranks",
         .range = {0, 1 << 20},
         .meaning =
             "Ranks that share one copy of what FSDP divides; fewer than all is HYBRID_SHARD, 0 is all."}),
    key<&Plan::training, &Training::fsdp_version>(
        {.path = "training.fsdp_version",
         .range = {0, 2},
         .meaning = "1 = FullyShardedDataParallel, 2 = fully_shard; 0: as the training program has it."}),
    key<&Plan::training, &Training::fsdp_wrap>(
        {.path = "training.fsdp_wrap",
         .meaning = "Units that FSDP gathers: the blocks; embedding and head too, which otherwise stay "
                    "gathered; none = the whole model is one unit."}),
    key<&Plan::training, &Training::eval_batch_size>(
        {.path = "training.eval_batch_size",
         .range = {0, 65'536},
         .decides = "evaluation.activations, evaluation.logits, evaluation.kept",
         .meaning = "Sequences a GPU reads at a time in an evaluation pass between steps (Trainer's "
                    "per_device_eval_batch_size, 8 where it is not said); 0 = no evaluation. Methods that "
                    "generate have phases of their own for it."}),
    key<&Plan::training, &Training::eval_kept_batches>(
        {.path = "training.eval_kept_batches",
         .range = {0, 65'536},
         .decides = "evaluation.kept",
         .meaning = "Evaluation batches whose logits, gathered from all ranks, stay on the GPU until they go "
                    "to the host (Trainer's eval_accumulation_steps, where compute_metrics asks for logits); "
                    "0 = only the loss is kept."}),
    key<&Plan::training, &Training::tokens>(
        {.path = "training.tokens",
         .type = "count",
         .range = {0, 1e18},
         .meaning = "Budget of the whole run, for its duration and price, padding left out; 0 = not "
                    "stated."}),
    key<&Plan::training, &Training::save_steps>(
        {.path = "training.save_steps",
         .range = {0, 1 << 30},
         .meaning = "Optimizer steps from one checkpoint to the next (Trainer's save_steps), from which the "
                    "cost of saving follows; 0 = no checkpoints."}),
});

}  // namespace

std::span<const KeyRow> run_keys() { return run_rows; }

}  // namespace zp::plan_io
