// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "core/memory/checkpoint.h"
#include "core/plan/plan.h"

/// Times to write, read and convert a run's checkpoints. Sizes come from core/memory/checkpoint, storage
/// speeds from cluster.storage; weights gathered for a checkpoint use the clock's links.
namespace zp {

/// The limit that determines a transfer to or from storage: the speed of one process, of one node, or of all
/// nodes together.
enum class StorageLimit : std::uint8_t { process, node, shared };
std::string_view name_of(StorageLimit limit);  ///< "process", "node", "shared"

struct StorageTime {
  double seconds = 0;  ///< 0 if there is nothing to write or read
  StorageLimit limit = StorageLimit::process;
  bool operator==(const StorageTime&) const = default;
};

/// Bytes that one process moves, that the busiest node moves, and that all nodes move.
struct StorageLoad {
  double process = 0, node = 0, all = 0;
};
/// Returns the seconds of a transfer and the limit that determines them. A speed of 0 in `storage` means no
/// limit.
StorageTime time_to_write(const StorageLoad& load, const Storage& storage);
StorageTime time_to_read(const StorageLoad& load, const Storage& storage);

/// Times to save, load and convert one checkpoint. A process's speed includes its copies between GPU and
/// host; the file system's cache is ignored.
struct CheckpointTimes {
  StorageTime save;  ///< save_checkpoint: files of all ranks, and the module by one of them
  StorageTime load;  ///< load_checkpoint: each rank reads its file, and below stage 3 also the module
  /// Seconds at stage 3 to gather the whole 16-bit model on every rank, module by module; 0 below stage 3.
  double gather = 0;
  StorageTime model;         ///< time to write the 16-bit model from one rank, without gathering it
  StorageTime adapters;      ///< time to write only the adapters from one rank
  double to_fp32_model = 0;  ///< seconds of zero_to_fp32.py, a single process
  double to_universal = 0;   ///< seconds of ds_to_universal.py: four workers extract, two merge
  /// Seconds that training waits at each of training.save_steps: `save`, and with Hugging Face's Trainer also
  /// the model (or adapters), which it writes first.
  double pause = 0;
  /// Share of pauses in the total of steps and pauses; 0 if the step time is unknown or nothing is saved.
  double share_of_run = 0;
  bool operator==(const CheckpointTimes&) const = default;
};

/// Returns the times of a plan's checkpoints. `saved` is saved_checkpoint(plan), `step_seconds` is
/// StepTime::total, 0 if unknown.
CheckpointTimes checkpoint_times(const Plan& plan, const SavedCheckpoint& saved, double step_seconds);

}  // namespace zp
