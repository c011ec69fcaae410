// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/plan/plan.h"
#include "core/units/quantity.h"

/// The files that a run writes to disk, by kind, and the memory needed to convert them into a model.
namespace zp {

struct SavedFiles {
  std::int64_t files = 0;
  Bytes bytes;  ///< size of all files together
  bool operator==(const SavedFiles&) const = default;
};

/// Default number of processes of ds_to_universal.py, each of which reads one rank's file
/// (--num_extract_workers).
inline constexpr std::int64_t extract_workers = 4;

struct SavedCheckpoint {
  /// Files of save_checkpoint (DeepSpeed runtime/engine.py, _save_checkpoint, _save_zero_checkpoint). The
  /// module is one file; at stage 3 one per rank, with only the frozen weights; with a pipeline, one per
  /// stage and one per module (runtime/pipe/module.py, save_state_dict). Master weights and states are one
  /// file per rank.
  SavedFiles model_states, optimizer_states;
  Bytes weights;   ///< whole 16-bit model in one or more files, written by one rank (save_16bit_model)
  Bytes adapters;  ///< output of save_pretrained: adapters and modules_to_save; 0 without adapters
  /// Output of zero_to_fp32.py: trained weights in fp32, frozen weights unchanged; 0 if there is nothing to
  /// convert.
  Bytes fp32_model;
  Bytes read_to_convert;  ///< bytes of the checkpoint that zero_to_fp32.py reads
  /// Host memory of zero_to_fp32.py (utils/zero_to_fp32.py). Since 0.16.0 files are memory-mapped; below
  /// stage 3 they are merged as a whole, at stage 3 tensor by tensor, with one output file in memory at a
  /// time. Earlier versions hold all parts and the merged model.
  Bytes host_to_convert;
  /// Number of ranks on which the checkpoint can be resumed: the same partition size as when written
  /// (runtime/engine.py, _load_zero_checkpoint). 0 means any number, which holds without ZeRO.
  int resumes_on = 0;
  /// Output of checkpoint/ds_to_universal.py, from which any number of ranks can resume: weights and both
  /// moments in fp32, three files per tensor. Empty before 0.11.2, at stage 3 before 0.14.5, and for
  /// optimizers other than Adam and AdamW.
  SavedFiles universal;
  Bytes host_to_universal;  ///< host memory of ds_to_universal.py: one rank's file per worker
  bool operator==(const SavedCheckpoint&) const = default;
};

/// Returns the files of a plan's checkpoint, over all ranks. Precondition: is_usable(plan).
SavedCheckpoint saved_checkpoint(const Plan& plan);

}  // namespace zp
