// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/speed/checkpoint_times.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/memory/basis.h"
#include "core/speed/collectives.h"

namespace zp {
namespace {

/// Default number of workers of ds_to_universal.py that merge the pieces (--num_merge_workers).
constexpr double merge_workers = 2;

StorageLoad of_one_process(double bytes) { return {bytes, bytes, bytes}; }
StorageLoad of_one_node(double bytes, double processes) { return {bytes / processes, bytes, bytes}; }

/// Returns the slowest of three transfers, at the GB/s of one process, of one node and of all nodes together;
/// 0 means no limit.
StorageTime slowest(const StorageLoad& load, double of_process, double of_node, double of_all) {
  StorageTime time;
  const auto consider = [&time](double bytes, double gb_per_s, StorageLimit limit) {
    const double seconds = gb_per_s > 0 ? bytes / (gb_per_s * bytes_per_gb) : 0;
    if (seconds > time.seconds) time = {seconds, limit};
  };
  consider(load.process, of_process, StorageLimit::process);
  consider(load.node, of_node, StorageLimit::node);
  consider(load.all, of_all, StorageLimit::shared);
  return time;
}

double in_double(Bytes bytes) { return static_cast<double>(bytes.value()); }
double of_each(const SavedFiles& saved) {
  return saved.files > 0 ? in_double(saved.bytes) / static_cast<double>(saved.files) : 0;
}

/// Returns the module bytes that one process writes or reads: at stage 3 its own part; at lower stages the
/// part of its pipeline stage and tensor-parallel rank.
double own_module(const Plan& plan, const SavedCheckpoint& saved) {
  const double parts = plan.zero.stage == 3 ? plan.cluster.ranks()
                                            : plan.training.pipeline_parallel * plan.training.tensor_parallel;
  return in_double(saved.model_states.bytes) / parts;
}

/// Returns the bytes that a save writes. At stages below 3, the first rank of each model part writes the
/// module.
StorageLoad load_to_save(const Plan& plan, const SavedCheckpoint& saved) {
  const double nodes = plan.cluster.nodes;
  const double nodes_with_module =
      plan.zero.stage == 3 ? nodes : std::min<double>(nodes, plan.training.pipeline_parallel);
  const double module_bytes = in_double(saved.model_states.bytes);
  const double states = in_double(saved.optimizer_states.bytes);
  return {own_module(plan, saved) + of_each(saved.optimizer_states),
          module_bytes / nodes_with_module + states / nodes, module_bytes + states};
}

/// Returns the bytes that a load reads. Each rank reads its own file of states and its module; at stages
/// below 3 other ranks read the same module file (runtime/engine.py, _load_checkpoint,
/// _get_all_zero_checkpoint_state_dicts).
StorageLoad load_to_load(const Plan& plan, const SavedCheckpoint& saved) {
  const double own = own_module(plan, saved);
  const double all = own * plan.cluster.ranks() + in_double(saved.optimizer_states.bytes);
  return {own + of_each(saved.optimizer_states), all / plan.cluster.nodes, all};
}

/// Returns the seconds of _zero3_consolidated_16bit_state_dict (runtime/engine.py); 0 below stage 3.
double seconds_to_gather(const Plan& plan, double bytes) {
  if (plan.zero.stage != 3) return 0;
  const ModelTensors tensors(plan);
  const Basis basis(plan, tensors);
  const RankGroup& group = basis.symbols.parallel.shard;
  double messages = 0;
  for (const TensorKind& kind : basis.kinds)
    messages += static_cast<double>(kind.count);
  const auto ring = ring_of<double>(plan.cluster, group, sym::zero_group);
  return collective_seconds(Collective::all_gather, ring, bytes, messages);
}

double seconds_to_fp32(const Plan& plan, const SavedCheckpoint& saved) {
  const double written = in_double(saved.fp32_model);
  if (!(written > 0)) return 0;
  const Storage& storage = plan.cluster.storage;
  return time_to_read(of_one_process(in_double(saved.read_to_convert)), storage).seconds +
         time_to_write(of_one_process(written), storage).seconds;
}

/// Returns the seconds of ds_to_universal.py, which writes the pieces to a temporary folder and reads them
/// again.
double seconds_to_universal(const Plan& plan, const SavedCheckpoint& saved) {
  if (saved.universal.files == 0) return 0;
  const double files = static_cast<double>(saved.optimizer_states.files);
  const double extracting = std::min<double>(extract_workers, files);
  const double pieces = in_double(saved.universal.bytes);
  const Storage& storage = plan.cluster.storage;
  const auto read = [&](double bytes, double workers) {
    return time_to_read(of_one_node(bytes, workers), storage).seconds;
  };
  const auto written = [&](double bytes, double workers) {
    return time_to_write(of_one_node(bytes, workers), storage).seconds;
  };
  return read(in_double(saved.optimizer_states.bytes), extracting) + written(pieces, extracting) +
         read(pieces, merge_workers) + written(pieces, merge_workers);
}

/// Returns the seconds of one pause. Trainer runs save_model, then _save_optimizer_and_scheduler
/// (transformers trainer.py, _save_checkpoint).
double pause_of(const Plan& plan, const CheckpointTimes& times) {
  if (plan.target.flavour != Flavour::hf_trainer) return times.save.seconds;
  if (plan.training.has_adapters()) return times.save.seconds + times.adapters.seconds;
  const bool writes_model = plan.zero.stage != 3 || plan.zero.stage3_gather_16bit_weights_on_model_save;
  return writes_model ? times.save.seconds + times.gather + times.model.seconds : times.save.seconds;
}

constexpr std::array<std::string_view, 3> limit_names = {"process", "node", "shared"};

}  // namespace

std::string_view name_of(StorageLimit limit) { return limit_names[static_cast<std::size_t>(limit)]; }

StorageTime time_to_write(const StorageLoad& load, const Storage& storage) {
  return slowest(load, storage.process_write_gb_per_s, storage.write_gb_per_s, storage.total_write_gb_per_s);
}

StorageTime time_to_read(const StorageLoad& load, const Storage& storage) {
  return slowest(load, storage.process_read_gb_per_s, storage.read_gb_per_s, storage.total_read_gb_per_s);
}

CheckpointTimes checkpoint_times(const Plan& plan, const SavedCheckpoint& saved, double step_seconds) {
  const Storage& storage = plan.cluster.storage;
  CheckpointTimes times;
  times.save = time_to_write(load_to_save(plan, saved), storage);
  times.load = time_to_read(load_to_load(plan, saved), storage);
  times.gather = seconds_to_gather(plan, in_double(saved.weights));
  times.model = time_to_write(of_one_process(in_double(saved.weights)), storage);
  times.adapters = time_to_write(of_one_process(in_double(saved.adapters)), storage);
  times.to_fp32_model = seconds_to_fp32(plan, saved);
  times.to_universal = seconds_to_universal(plan, saved);
  times.pause = pause_of(plan, times);
  if (step_seconds > 0 && plan.training.save_steps > 0)
    times.share_of_run = times.pause / (times.pause + step_seconds * plan.training.save_steps);
  return times;
}

}  // namespace zp
