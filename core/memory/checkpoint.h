// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/plan/plan.h"
#include "core/units/quantity.h"

/// What a run leaves on disk, kind by kind, and what turning it into a model takes.
namespace zp {

struct SavedFiles {
  std::int64_t files = 0;
  Bytes bytes;  ///< of all of them
  bool operator==(const SavedFiles&) const = default;
};

/// Processes of ds_to_universal.py that read a rank's file each (--num_extract_workers).
inline constexpr std::int64_t extract_workers = 4;

struct SavedCheckpoint {
  /// save_checkpoint (DeepSpeed runtime/engine.py, _save_checkpoint, _save_zero_checkpoint): the module, one
  /// file, at stage 3 one a rank that holds frozen weights alone, of a pipeline one a stage and one a module
  /// (runtime/pipe/module.py, save_state_dict); master weights and states, one file a rank.
  SavedFiles model_states, optimizer_states;
  Bytes weights;   ///< the whole 16-bit model in one file or more, which one rank writes (save_16bit_model)
  Bytes adapters;  ///< save_pretrained of adapters and of modules_to_save; 0 without any
  /// What zero_to_fp32.py writes: trained weights in fp32, frozen ones as they are; 0 where there is nothing
  /// to convert.
  Bytes fp32_model;
  Bytes read_to_convert;  ///< what it reads of the checkpoint
  /// Host memory of that (utils/zero_to_fp32.py): since 0.16.0 files are mapped, merged whole below stage 3
  /// and tensor by tensor at it, one file of the result at a time; before, all parts and the merged whole.
  Bytes host_to_convert;
  /// A checkpoint resumes on as many ranks of one partition as wrote it, and no others (runtime/engine.py,
  /// _load_zero_checkpoint); 0 where any number does, without ZeRO.
  int resumes_on = 0;
  /// What checkpoint/ds_to_universal.py makes of it, which resumes on any: weights and both moments in fp32,
  /// three files a tensor. Nothing before 0.11.2, at stage 3 before 0.14.5, and of other optimizers than
  /// Adam.
  SavedFiles universal;
  Bytes host_to_universal;  ///< as many ranks' files as it has workers
  bool operator==(const SavedCheckpoint&) const = default;
};

/// Precondition: is_usable(plan).
SavedCheckpoint saved_checkpoint(const Plan& plan);

}  // namespace zp
