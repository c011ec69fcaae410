// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/memory/checkpoint.h"
#include "core/plan/plan.h"

/// How long a run's checkpoints take to be written, read and converted: bytes of core/memory/checkpoint over
/// the speeds of cluster.storage, weights that are gathered for it over the clock's links.
namespace zp {

/// What a transfer to or from storage waits for: what one process writes or reads, one node, or all nodes
/// together.
enum class StorageLimit : std::uint8_t { process, node, shared };
std::string_view name_of(StorageLimit limit);  ///< "process", "node", "shared"

struct StorageTime {
  double seconds = 0;  ///< 0 where there is nothing to write or read
  StorageLimit limit = StorageLimit::process;
  bool operator==(const StorageTime&) const = default;
};

/// Bytes that one process moves, those of the node that moves most, and of all nodes.
struct StorageLoad {
  double process = 0, node = 0, all = 0;
};
StorageTime time_to_write(const StorageLoad& load, const Storage& storage);
StorageTime time_to_read(const StorageLoad& load, const Storage& storage);

/// Copies between GPU and host are part of what a process reaches; what a file system caches is not counted.
struct CheckpointTimes {
  StorageTime save;  ///< save_checkpoint: every rank its own file, the module by the first of its ranks
  StorageTime load;  ///< load_checkpoint: every rank its own file, and below stage 3 the module too
  double gather =
      0;  ///< at stage 3, seconds until the whole 16-bit model was on every rank, module by module
  StorageTime model;         ///< the 16-bit model, gathered (not counted) and written by one rank
  StorageTime adapters;      ///< likewise adapters alone
  double to_fp32_model = 0;  ///< zero_to_fp32.py, one process
  double to_universal = 0;   ///< ds_to_universal.py: four workers extract, two merge
  /// What training waits for at each of training.save_steps: `save`; with Hugging Face's Trainer the model
  /// (or the adapters) too, which it writes first.
  double pause = 0;
  double share_of_run = 0;  ///< of step and pause together; 0 where the step is unknown or nothing is saved
  bool operator==(const CheckpointTimes&) const = default;
};

/// `saved` is saved_checkpoint(plan); `step_seconds` StepTime::total, 0 for unknown.
CheckpointTimes checkpoint_times(const Plan& plan, const SavedCheckpoint& saved, double step_seconds);

}  // namespace zp
