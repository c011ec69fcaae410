// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <variant>

#include "core/deepspeed/schema.h"
#include "core/export/sections.h"

namespace zp {
namespace {

/// When a key is written although it has DeepSpeed's default: sizes and switches people look for are.
enum class Shown : std::uint8_t { always, if_changed };

template <class Struct>
struct Entry {
  std::string_view name;
  std::variant<std::int64_t Struct::*, bool Struct::*, double Struct::*> member;
  Shown shown = Shown::if_changed;
};

constexpr std::array<Entry<Zero>, 20> zero_keys = {{
    {"contiguous_gradients", &Zero::contiguous_gradients, Shown::always},
    {"reduce_scatter", &Zero::reduce_scatter, Shown::always},
    {"reduce_bucket_size", &Zero::reduce_bucket_size, Shown::always},
    {"allgather_bucket_size", &Zero::allgather_bucket_size, Shown::always},
    {"round_robin_gradients", &Zero::round_robin_gradients},
    {"use_multi_rank_bucket_allreduce", &Zero::use_multi_rank_bucket_allreduce},
    {"sub_group_size", &Zero::sub_group_size, Shown::always},
    {"stage3_prefetch_bucket_size", &Zero::stage3_prefetch_bucket_size, Shown::always},
    {"stage3_param_persistence_threshold", &Zero::stage3_param_persistence_threshold, Shown::always},
    {"stage3_model_persistence_threshold", &Zero::stage3_model_persistence_threshold},
    {"stage3_max_live_parameters", &Zero::stage3_max_live_parameters, Shown::always},
    {"stage3_max_reuse_distance", &Zero::stage3_max_reuse_distance, Shown::always},
    {"stage3_gather_16bit_weights_on_model_save", &Zero::stage3_gather_16bit_weights_on_model_save,
     Shown::always},
    {"zero_hpz_partition_size", &Zero::zero_hpz_partition_size},
    {"zero_quantized_weights", &Zero::zero_quantized_weights},
    {"zero_quantized_gradients", &Zero::zero_quantized_gradients},
    {"mics_shard_size", &Zero::mics_shard_size},
    {"zero_quantized_nontrainable_weights", &Zero::zero_quantized_nontrainable_weights},
    {"stage3_allgather_sequential", &Zero::stage3_allgather_sequential},
    {"stage3_use_all_reduce_for_fetch_params", &Zero::stage3_use_all_reduce_for_fetch_params},
}};

constexpr std::array<Entry<OffloadOptimizer>, 6> optimizer_keys = {{
    {"pin_memory", &OffloadOptimizer::pin_memory, Shown::always},
    {"buffer_count", &OffloadOptimizer::buffer_count, Shown::always},
    {"pipeline_read", &OffloadOptimizer::pipeline_read, Shown::always},
    {"pipeline_write", &OffloadOptimizer::pipeline_write, Shown::always},
    {"fast_init", &OffloadOptimizer::fast_init},
    {"ratio", &OffloadOptimizer::ratio},
}};

constexpr std::array<Entry<OffloadParam>, 4> param_keys = {{
    {"pin_memory", &OffloadParam::pin_memory, Shown::always},
    {"buffer_count", &OffloadParam::buffer_count, Shown::always},
    {"buffer_size", &OffloadParam::buffer_size, Shown::always},
    {"max_in_cpu", &OffloadParam::max_in_cpu, Shown::always},
}};

std::string text_of(std::int64_t number) { return json_number(number); }
std::string text_of(bool value) { return json_bool(value); }
std::string text_of(double number) { return json_number(number); }

/// Writes the keys of one object that act at this stage and that the target version has. What the version
/// lacks is reported; what stage and offload ignore, check() says. `where` is the
/// object below zero_optimization and below zero: "", "offload_param." …
template <class Struct, std::size_t count>
void write_entries(Draft& draft, const std::array<Entry<Struct>, count>& entries, const Struct& values,
                   const std::string& where) {
  const Struct defaults;
  for (const Entry<Struct>& entry : entries) {
    const std::string path = "zero_optimization." + where + std::string(entry.name);
    const std::string plan_path = "zero." + where + std::string(entry.name);
    const SchemaKey* key = schema().find(path);
    if (!key) continue;
    const auto [value, changed] = std::visit(
        [&](auto member) { return std::pair(text_of(values.*member), values.*member != defaults.*member); },
        entry.member);
    const std::string name = '"' + std::string(entry.name) + '"';
    if (!acts(*key, draft.plan)) continue;
    if (!known_to(*key, draft.version())) {
      if (changed)
        draft.report(Severity::ignored, "newer_than_target", plan_path,
                     name + " exists since DeepSpeed " + name_of(key->since) + "; this plan is for " +
                         name_of(draft.version()) + ", so the key is left out.",
                     "Set target.deepspeed_version to " + name_of(key->since) + " or newer, or reset it.");
    } else if (changed || entry.shown == Shown::always) {
      draft.set(path, value, plan_path);
    }
  }
}

constexpr std::string_view assumed_nvme_path = "/local_nvme";  ///< what DeepSpeed's documentation uses

void write_nvme_path(Draft& draft, const std::string& object) {
  const std::string path = "zero_optimization." + object + ".nvme_path";
  const std::string& stated = draft.document.text.nvme_path;
  if (!stated.empty() && !find_node(draft.carried, path))
    draft.set(path, json_string(stated), "cluster.nvme.path");
  else
    draft.set_default(path, json_string(assumed_nvme_path));
}

void write_offload(Draft& draft) {
  const Zero& zero = draft.plan.zero;
  const Device optimizer = draft.optimizer_device();
  if (optimizer != Device::none) {
    draft.set("zero_optimization.offload_optimizer.device", json_string(name_of(optimizer)),
              "zero.offload_optimizer");
    if (optimizer == Device::nvme) write_nvme_path(draft, "offload_optimizer");
    write_entries(draft, optimizer_keys, zero.offload_optimizer, "offload_optimizer.");
  }
  if (draft.param_device() != Device::none) {
    draft.set("zero_optimization.offload_param.device", json_string(name_of(draft.param_device())),
              "zero.offload_param");
    if (draft.param_device() == Device::nvme) write_nvme_path(draft, "offload_param");
    write_entries(draft, param_keys, zero.offload_param, "offload_param.");
  }
  for (const std::string_view object : {"offload_optimizer", "offload_param"}) {
    const ConfigNode* path = find_node(draft.out, "zero_optimization." + std::string(object) + ".nvme_path");
    if (!path || !path->plan_path.empty()) continue;
    draft.report(
        Severity::style, "nvme_path_assumed", "cluster.nvme.path",
        "The plan names no folder on the drive; the file says " + std::string(assumed_nvme_path) + '.',
        "Set cluster.nvme.path to a folder on a local drive of every node.");
    break;
  }
}

/// Muon sums gradients with all-reduce: reduce_scatter has to be false at stage 3 (zero/stage3.py:351) and at
/// stage 1 and 2 with optimizer offload (zero/stage_1_and_2.py:230).
void adapt_to_muon(Draft& draft) {
  const Zero& zero = draft.plan.zero;
  if (draft.plan.training.optimizer != Optimizer::muon || !zero.reduce_scatter) return;
  if (zero.stage != 3 && draft.optimizer_device() == Device::none) return;
  draft.set("zero_optimization.reduce_scatter", "false", "training.optimizer");
  draft.report(Severity::style, "muon_reduce_scatter", "zero.reduce_scatter",
               "Muon is refused with reduce_scatter here; the file switches it off.",
               "Set zero.reduce_scatter to false.");
}

/// Saving writes ordinary weight files only with this key; without it Trainer and save_16bit_model leave
/// none.
void gather_on_save(Draft& draft) {
  constexpr std::string_view path = "zero_optimization.stage3_gather_16bit_weights_on_model_save";
  if (draft.plan.zero.stage != 3) return;
  const bool asked = draft.plan.zero.stage3_gather_16bit_weights_on_model_save;
  draft.set(path, "true", asked ? "zero.stage3_gather_16bit_weights_on_model_save" : "");
  if (!asked)
    draft.report(
        Severity::style, "gather_on_save", "zero.stage3_gather_16bit_weights_on_model_save",
        "The file gathers the weights when saving, so that a save writes ordinary weight files; this takes "
        "host memory for one copy of the weights on the first node while saving.",
        "Remove the line to save ZeRO checkpoints only, and convert them with zero_to_fp32.py.");
}

}  // namespace

void write_zero(Draft& draft) {
  const Zero& zero = draft.plan.zero;
  draft.set("zero_optimization.stage", std::to_string(zero.stage), "zero.stage");
  write_offload(draft);
  if (zero.stage > 0)
    draft.set("zero_optimization.overlap_comm", json_bool(zero.overlaps()), "zero.overlap_comm");
  write_entries(draft, zero_keys, zero, "");
  adapt_to_muon(draft);
  gather_on_save(draft);
  carry(draft, "zero_optimization");
}

void write_aio(Draft& draft) {
  if (draft.optimizer_device() != Device::nvme && draft.param_device() != Device::nvme) return;
  // DeepSpeed's defaults but for the queue: 32 requests, as Hugging Face's NVMe example has it, keep a drive
  // busy.
  draft.set_default("aio.block_size", "1048576");
  draft.set_default("aio.queue_depth", "32");
  carry(draft, "aio.thread_count");  // the name of intra_op_parallelism before 0.16.4
  const SchemaKey* threads = schema().find("aio.intra_op_parallelism");
  if (threads && known_to(*threads, draft.version())) draft.set_default(threads->path, "1");
  draft.set_default("aio.single_submit", "false");
  draft.set_default("aio.overlap_events", "true");
  carry(draft, "aio");
}

}  // namespace zp
