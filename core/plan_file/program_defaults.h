// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"

/// The values that a plan's training program fills in for keys that nobody stated.
namespace zp {

/// Keys that a program fills in and that have a reader and a writer of their own.
inline constexpr std::string_view lora_targets_path = "training.lora.targets";
inline constexpr std::string_view overlap_comm_path = "zero.overlap_comm";

/// Returns true if both plans have the same value of the key, which is plain or one of those two.
bool has_same_value(std::string_view path, const Plan& a, const Plan& b);

/// A key of a plan that a program fills in.
struct FilledKey {
  std::string path;                                 ///< "training.micro_batch_size"
  const std::vector<std::string>* facts = nullptr;  ///< ids of the facts of the rule that decided
};

/// Returns the keys that the plan's program fills in for its framework, tuning, method and releases, whether
/// the plan states them or not.
std::vector<FilledKey> keys_of_program(const Plan& plan);

/// Puts the values of those keys into `defaults`. What follows from other keys (an accumulation from a global
/// batch, a bucket from the model's width) follows from `plan`.
void put_program_defaults(const Plan& plan, Plan& defaults);

/// Gives every key of the program that `is_stated` refuses its default.
void fill_in_program(Plan& plan, const std::function<bool(std::string_view path)>& is_stated);

/// Returns the number of LoRA's rank that the program takes; 0 if it has none of its own.
std::int64_t program_rank(const Plan& plan);

/// Returns `next`, which an edit made from `before`, with what the program filled in filled in anew: a key
/// that had its default, and that the edit left alone, follows the new program, framework, method or release,
/// the precision follows the new GPU, and the stage of FSDP follows one GPU or several.
Plan refilled(const PlanDocument& before, Plan next);

/// A value that a plan has from its program.
struct FilledValue {
  std::string path, value;   ///< the value as text: "8"
  std::string program;       ///< its name: "TRL"
  std::string fact, source;  ///< statement that it rests on, and where it stands
};
/// Returns the values of the plan that nobody stated and its program decides, in the order of plan_keys().
std::vector<FilledValue> filled_values(const PlanDocument& document);
/// Returns the one of `path`, or nothing.
std::optional<FilledValue> filled_value(const PlanDocument& document, std::string_view path);

}  // namespace zp
