// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/import/program_file.h"
#include "core/plan/plan.h"

/// Keys that depend on each other, program by program. Each function removes the keys that it read. Internal
/// to this folder.
namespace zp::import_io {

class ProgramKeys;

/// torchtune: the model's component states the adapters; the file name states the recipe ("…_single_device").
void read_torchtune(FileKeys& keys, ProgramKeys& plan, const std::string& file_name);
/// Axolotl: `activation_offloading: true` needs gradient_checkpointing, and replaces it.
void read_axolotl(FileKeys& keys, ProgramKeys& plan);
/// LitGPT: one switch per module that gets adapters.
void read_litgpt(FileKeys& keys, ProgramKeys& plan);
/// Throws FileError for a command or file of xtuner v1, whose configurations are Python programs.
void refuse_xtuner_v1(std::string_view words);
/// Throws FileError for Python that defines configurations of torchtitan or recipes of NeMo 2
/// (torchtitan/models/*/config_registry.py; nemo/collections/llm/recipes).
void refuse_recipes(std::string_view text);

/// Batch of all ranks in one optimizer step, and the key that states it, in LitGPT, verl, EasyR1, Megatron
/// and torchtitan.
struct GlobalBatch {
  FileKey key;
  std::int64_t sequences = 0;
  bool is_of_tokens = false;  ///< its micro batches are filled up to a number of tokens, the last one less
};
/// Removes the key of the global batch from `keys` and returns its value.
std::optional<GlobalBatch> take_global_batch(FileKeys& keys);
/// Sets the gradient accumulation that results in this batch; call it after all other keys are read.
void read_global_batch(const GlobalBatch& batch, ProgramKeys& plan);

/// Removes from `keys`, and returns, the keys that state the number of optimizer steps.
FileKeys take_steps(FileKeys& keys);
/// Sets the token budget: the last of `steps` times the plan's batch and sequence length. 0 and negative
/// steps set none.
void set_steps(const FileKeys& steps, ProgramKeys& keys, PlanDocument& document);

}  // namespace zp::import_io
