// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "core/import/program_file.h"
#include "core/plan/plan.h"

/// Programs whose keys mean something only together. Each function removes the keys that it read. Internal to
/// this folder.
namespace zp::import_io {

class ProgramKeys;

/// torchtune: adapters stand in the model's component, and the recipe in the file's name ("…_single_device").
void read_torchtune(FileKeys& keys, ProgramKeys& plan, const std::string& file_name);
/// Axolotl: `activation_offloading: true` needs gradient_checkpointing, and replaces it.
void read_axolotl(FileKeys& keys, ProgramKeys& plan);
/// LitGPT: one switch for each module that gets adapters.
void read_litgpt(FileKeys& keys, ProgramKeys& plan);
/// verl: prompt and response together are the sequence; sft has no method key.
void read_verl(FileKeys& keys, ProgramKeys& plan);
/// Sets what EasyR1's keys state together: lengths, batches, the reference, and what rests on the host.
void read_easy_r1(FileKeys& keys, ProgramKeys& plan);
/// Sets training.rests_on_host by the keys of weights and of optimizer states that are on.
void read_host_rest(FileKeys& keys, ProgramKeys& plan, std::initializer_list<std::string_view> of_weights,
                    std::initializer_list<std::string_view> of_optimizer);
/// GPT-NeoX and Megatron-DeepSpeed: the file states the model's shape.
void read_shape(FileKeys& keys, ProgramKeys& plan);

/// Throws FileError if a command or file is of xtuner v1, whose configurations are programs.
void refuse_xtuner_v1(std::string_view words);
/// Throws FileError for a program that makes configurations of torchtitan or recipes of NeMo 2
/// (torchtitan/models/*/config_registry.py; nemo/collections/llm/recipes).
void refuse_recipes(std::string_view text);

/// Returns true if the file states layers, width and heads, so that it needs no model of a plan.
/// Returns true for a program whose files state the shape of the model.
bool has_own_shape(const ProgramEntry& program);
bool states_shape(const FileKeys& keys, const ProgramEntry& program);

/// The batch of all ranks in one optimizer step, and the key that states it: LitGPT's, verl's, EasyR1's,
/// Megatron's and torchtitan's.
struct GlobalBatch {
  FileKey key;
  std::int64_t sequences = 0;
  bool is_of_tokens = false;  ///< its micro batches are filled up to a number of tokens, the last one less
};
/// Takes the key out of `keys`.
std::optional<GlobalBatch> take_global_batch(FileKeys& keys);
/// Sets the accumulation that makes this batch, after the other keys are read.
void read_global_batch(const GlobalBatch& batch, ProgramKeys& plan);

/// Takes the keys that state the optimizer steps of the run out of `keys`.
FileKeys take_steps(FileKeys& keys);
/// Sets the token budget that the last of these steps makes with the plan's batch and sequence length; 0 and
/// below state no budget.
void set_steps(const FileKeys& steps, ProgramKeys& keys, PlanDocument& document);

}  // namespace zp::import_io
