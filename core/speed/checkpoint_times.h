// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/memory/checkpoint.h"
#include "core/plan/plan.h"

/// Times to write, read and convert a run's checkpoints. Bytes come from core/memory/checkpoint and speeds
/// from cluster.storage; weights that are gathered for a checkpoint travel over the clock's links.
namespace zp {

/// The limit that a transfer to or from storage runs into: the speed of one process, of one node, or of all
/// nodes together.
enum class StorageLimit : std::uint8_t { process, node, shared };
std::string_view name_of(StorageLimit limit);  ///< "process", "node", "shared"

struct StorageTime {
  double seconds = 0;  ///< 0 if there is nothing to write or read
  StorageLimit limit = StorageLimit::process;
  bool operator==(const StorageTime&) const = default;
};

/// Bytes that one process moves, bytes of the node that moves most, and bytes of all nodes.
struct StorageLoad {
  double process = 0, node = 0, all = 0;
};
/// Returns the seconds of a transfer and the limit that decides them. A speed of 0 in `storage` is no limit.
StorageTime time_to_write(const StorageLoad& load, const Storage& storage);
StorageTime time_to_read(const StorageLoad& load, const Storage& storage);

/// Times to save, load and convert one checkpoint. The speed of a process includes its copies between GPU and
/// host; caching by the file system is not counted.
struct CheckpointTimes {
  StorageTime save;  ///< save_checkpoint: each rank writes its file, the first rank of a module the module
  StorageTime load;  ///< load_checkpoint: each rank reads its file, below stage 3 the module too
  /// Seconds at stage 3 until the whole 16-bit model was on every rank, module by module; 0 below stage 3.
  double gather = 0;
  StorageTime model;         ///< the 16-bit model, written by one rank; gathering is not counted
  StorageTime adapters;      ///< likewise the adapters alone
  double to_fp32_model = 0;  ///< seconds of zero_to_fp32.py, one process
  double to_universal = 0;   ///< seconds of ds_to_universal.py: four workers extract, two merge
  /// Seconds that training waits at each of training.save_steps: `save`, and with Hugging Face's Trainer the
  /// model (or the adapters) too, which it writes first.
  double pause = 0;
  /// Share of pauses in the time of steps and pauses; 0 if the step is unknown or nothing is saved.
  double share_of_run = 0;
  bool operator==(const CheckpointTimes&) const = default;
};

/// Returns the times of a plan's checkpoints. `saved` is saved_checkpoint(plan), `step_seconds` is
/// StepTime::total, 0 if unknown.
CheckpointTimes checkpoint_times(const Plan& plan, const SavedCheckpoint& saved, double step_seconds);

}  // namespace zp
