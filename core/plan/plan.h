// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/plan/cluster.h"
#include "core/plan/model.h"
#include "core/plan/training.h"
#include "core/plan/zero.h"
#include "core/text/words.h"

namespace zp {

enum class Flavour : std::uint8_t { plain, hf_trainer };
template <>
inline constexpr auto words_of<Flavour> = word_list("plain", "hf-trainer");

/// A release of DeepSpeed, as far as config keys and defaults depend on it.
struct DeepSpeedVersion {
  int major = 0, minor = 19, patch = 6;
  auto operator<=>(const DeepSpeedVersion&) const = default;  // NOLINT(modernize-use-nullptr): its own 0
};
std::string name_of(const DeepSpeedVersion& version);  ///< "0.19.6"
/// "0.19.5", or "0.19" for the newest release of that series; nothing when the text is no version.
std::optional<DeepSpeedVersion> parse_version(std::string_view text);
/// What offload_optimizer.pin_memory and offload_param.pin_memory are when absent: true since v0.19.5
/// (deepspeed/runtime/zero/offload_config.py).
[[nodiscard]] constexpr bool pins_by_default(const DeepSpeedVersion& version) {
  return version >= DeepSpeedVersion{0, 19, 5};
}

/// Whether zero.leaf_modules auto makes leaves of expert blocks
/// (deepspeed/runtime/zero/leaf_module_config.py, pull request 7604).
[[nodiscard]] constexpr bool has_leaves_by_default(const DeepSpeedVersion& version) {
  return version >= DeepSpeedVersion{0, 18, 0};
}

struct Target {
  DeepSpeedVersion deepspeed_version;
  Flavour flavour = Flavour::plain;
  bool operator==(const Target&) const = default;
};

/// Everything the user decided that a number can depend on. A small value, cheap to copy; free text and JSON
/// that is only passed through live beside it, in PlanDocument.
struct Plan {
  Model model;
  Cluster cluster = default_cluster();
  Training training;
  Zero zero;
  Target target;

  bool operator==(const Plan&) const = default;
};

/// What a plan file holds beyond the Plan: text and JSON that is carried, not computed with. JSON members are
/// the text of one JSON object, "" for none.
struct PlanText {
  std::string nvme_path;  ///< cluster.nvme.path
  std::string profile;    ///< cluster.profile: the file that `measured` is read from again
  std::string measured_machine, measured_date, measured_logs;  ///< measured.machine, …
  std::string tensor_names;   ///< model.tensors' names as a JSON array, in order, null where there is none
  std::string tensor_shapes;  ///< by position, the shapes a TensorKind cannot hold (0, 3 or more dimensions)
  std::string zero_extra;     ///< zero keys without a field in Zero, those of the offload objects nested
  std::string
      deepspeed_config;  ///< other ds_config keys, carried through to the export; no zero_optimization
  /// The ds_config the plan was read from, whole and as it stood; the export writes that file with what the
  /// plan has changed since.
  std::string imported_config;
  std::string unknown;  ///< keys of the plan file this version does not know, kept in their places

  bool operator==(const PlanText&) const = default;
};

struct PlanDocument {
  Plan plan;
  PlanText text;
  bool operator==(const PlanDocument&) const = default;
};

/// Ranks that share one ZeRO partition: all ranks over tensor-parallel size and pipeline stages
/// (sequence-parallel ranks count).
[[nodiscard]] inline int zero_world(const Plan& plan) {
  const std::int64_t tensor = plan.training.tensor_parallel > 0 ? plan.training.tensor_parallel : 1;
  const std::int64_t stages = plan.training.pipeline_parallel > 0 ? plan.training.pipeline_parallel : 1;
  return static_cast<int>(plan.cluster.ranks() / (tensor * stages));
}
/// Model replicas that see different data: those over the sequence-parallel size.
[[nodiscard]] inline int data_parallel_world(const Plan& plan) {
  return zero_world(plan) / (plan.training.sequence_parallel > 0 ? plan.training.sequence_parallel : 1);
}
/// micro batch × accumulation × data-parallel world, sequences per optimizer step.
[[nodiscard]] inline std::int64_t train_batch_size(const Plan& plan) {
  return plan.training.micro_batch_size * plan.training.gradient_accumulation_steps *
         data_parallel_world(plan);
}

/// Of the tokens of an optimizer step, those that are no padding.
[[nodiscard]] inline double useful_share(const Plan& plan) { return 1 - plan.training.padding_share; }

/// Optimizer steps that the token budget of the run lasts; 0 where none is stated.
[[nodiscard]] inline double optimizer_steps(const Plan& plan) {
  const double tokens = static_cast<double>(train_batch_size(plan)) *
                        static_cast<double>(plan.training.sequence_length) * useful_share(plan);
  return plan.training.tokens > 0 && tokens > 0 ? std::ceil(plan.training.tokens / tokens) : 0;
}

/// The plan a first run opens with: Llama-2 7B on 8 A100 80 GB, stage 2.
PlanDocument example_plan();

}  // namespace zp
