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

/// Values that a plan's training program fills in for keys that are not stated.
namespace zp {

/// Keys that a program fills in and that have their own reader and writer.
inline constexpr std::string_view lora_targets_path = "training.lora.targets";
inline constexpr std::string_view overlap_comm_path = "zero.overlap_comm";

/// Returns true if both plans have the same value of the key. Precondition: the key is plain or one of those
/// two.
bool has_same_value(std::string_view path, const Plan& a, const Plan& b);

/// A key of a plan that a program fills in.
struct FilledKey {
  std::string path;                                 ///< "training.micro_batch_size"
  const std::vector<std::string>* facts = nullptr;  ///< ids of the facts behind the deciding rule
};

/// Returns the keys that the plan's program fills in for its framework, tuning, method and releases, stated
/// by the plan or not.
std::vector<FilledKey> keys_of_program(const Plan& plan);

/// Sets those keys in `defaults` to the program's values. Dependent values (accumulation from a global batch,
/// a bucket from the model's width) are computed from `plan`.
void put_program_defaults(const Plan& plan, Plan& defaults);

/// Sets every key of the program for which `is_stated` returns false to the program's default.
void fill_in_program(Plan& plan, const std::function<bool(std::string_view path)>& is_stated);

/// Returns the program's default LoRA rank; 0 if it has none.
std::int64_t program_rank(const Plan& plan);

/// Returns `next`, an edited version of `before`, with the program's values updated: a key that had its
/// default and was not edited gets the default for the new program, framework, method or release; the
/// precision is adapted to the new GPU, and FSDP's stage to one GPU or several.
Plan with_program_defaults(const PlanDocument& before, Plan next);

/// Marks in the cluster the rates among those keys, which then count as known (Cluster::stated_defaults).
void mark_stated_rates(const std::vector<std::string>& stated_defaults, Cluster& cluster);

/// A value that a plan has from its program.
struct FilledValue {
  std::string path, value;   ///< the value as text: "8"
  std::string program;       ///< name of the program: "TRL"
  std::string fact, source;  ///< the statement behind the value, and where it is made
};
/// Returns the values of the plan that are not stated and that its program decides, in the order of
/// plan_keys().
std::vector<FilledValue> filled_values(const PlanDocument& document);
/// Returns that of `path`, or nullopt.
std::optional<FilledValue> filled_value(const PlanDocument& document, std::string_view path);

}  // namespace zp
