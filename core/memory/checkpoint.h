// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/plan/plan.h"
#include "core/units/quantity.h"

/// The files that a run leaves on disk, kind by kind, and what it takes to turn them into a model.
namespace zp {

struct SavedFiles {
  std::int64_t files = 0;
  Bytes bytes;  ///< size of all files together
  bool operator==(const SavedFiles&) const = default;
};

/// Processes of ds_to_universal.py that read a rank's file each (--num_extract_workers).
inline constexpr std::int64_t extract_workers = 4;

struct SavedCheckpoint {
  /// Files of save_checkpoint (DeepSpeed runtime/engine.py, _save_checkpoint, _save_zero_checkpoint). The
  /// module is one file; at stage 3 it is one file for each rank, with frozen weights alone; with a pipeline,
  /// one for each stage and one for each module (runtime/pipe/module.py, save_state_dict). Master weights and
  /// states are one file for each rank.
  SavedFiles model_states, optimizer_states;
  Bytes weights;   ///< whole 16-bit model in one file or more, written by one rank (save_16bit_model)
  Bytes adapters;  ///< output of save_pretrained: adapters and modules_to_save; 0 without any
  /// Output of zero_to_fp32.py: trained weights in fp32, frozen ones as they are; 0 if there is
  /// nothing to convert.
  Bytes fp32_model;
  Bytes read_to_convert;  ///< bytes that zero_to_fp32.py reads of the checkpoint
  /// Host memory of zero_to_fp32.py (utils/zero_to_fp32.py). Since 0.16.0 files are mapped; below stage 3
  /// they are merged whole, at stage 3 tensor by tensor, one file of the result at a time. Before, all parts
  /// and the merged whole are held.
  Bytes host_to_convert;
  /// Number of ranks that the checkpoint resumes on: as many ranks of one partition as wrote it, and no
  /// others (runtime/engine.py, _load_zero_checkpoint). 0 means any number, which is so without ZeRO.
  int resumes_on = 0;
  /// Output of checkpoint/ds_to_universal.py, which resumes on any number of ranks: weights and both moments
  /// in fp32, three files for each tensor. Empty before 0.11.2, at stage 3 before 0.14.5, and for optimizers
  /// other than Adam and AdamW.
  SavedFiles universal;
  Bytes host_to_universal;  ///< host memory of ds_to_universal.py: one rank's file for each worker
  bool operator==(const SavedCheckpoint&) const = default;
};

/// Returns the files of a plan's checkpoint, over all ranks. Precondition: is_usable(plan).
SavedCheckpoint saved_checkpoint(const Plan& plan);

}  // namespace zp
