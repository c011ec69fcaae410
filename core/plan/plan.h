// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/cluster.h"
#include "core/plan/model.h"
#include "core/plan/training.h"
#include "core/plan/zero.h"
#include "core/text/words.h"

namespace zp {

enum class Flavour : std::uint8_t { plain, hf_trainer };
template <>
inline constexpr auto words_of<Flavour> = word_list("plain", "hf-trainer");

/// A DeepSpeed release, as far as config keys and defaults depend on it.
struct DeepSpeedVersion {
  int major = 0, minor = 19, patch = 6;
  auto operator<=>(const DeepSpeedVersion&) const = default;  // NOLINT(modernize-use-nullptr): its own 0
};
std::string name_of(const DeepSpeedVersion& version);  ///< "0.19.6"
/// Parses "0.19.5", or "0.19" for the newest release of that series; nullopt if the text is not a version.
std::optional<DeepSpeedVersion> parse_version(std::string_view text);
/// Returns the default of offload_optimizer.pin_memory and offload_param.pin_memory: true since
/// v0.19.5 (deepspeed/runtime/zero/offload_config.py).
[[nodiscard]] constexpr bool pins_by_default(const DeepSpeedVersion& version) {
  return version >= DeepSpeedVersion{0, 19, 5};
}

/// Returns true if zero.leaf_modules auto turns expert blocks into leaf modules
/// (deepspeed/runtime/zero/leaf_module_config.py, pull request 7604).
[[nodiscard]] constexpr bool has_leaves_by_default(const DeepSpeedVersion& version) {
  return version >= DeepSpeedVersion{0, 18, 0};
}

/// Returns the default precision: bf16, or fp16 on GPUs without bf16, with which DeepSpeed fails
/// (deepspeed/runtime/engine.py: Type bf16 is not supported on your device).
[[nodiscard]] inline Precision default_precision(const Cluster& cluster) {
  return has_bf16(cluster) ? Precision::bf16 : Precision::fp16;
}

struct Target {
  DeepSpeedVersion deepspeed_version;
  Flavour flavour = Flavour::plain;
  bool operator==(const Target&) const = default;
};

/// All user decisions that figures depend on. A small value that copies without allocation; text and JSON
/// that are only passed through are in PlanDocument.
struct Plan {
  Model model;
  Cluster cluster = default_cluster();
  Training training;
  Zero zero;
  Target target;

  bool operator==(const Plan&) const = default;
};

/// Text and JSON of a plan file that no figure depends on. A JSON member is the text of one JSON object, ""
/// for none.
struct PlanText {
  std::string repository;  ///< model.repository: the weights to train, unless they are the preset's
  /// cluster.gpu.preset as the file has it, if it leaves out the board and the plan's preset was assumed.
  std::string gpu_name;
  std::string nvme_path;  ///< cluster.nvme.path
  std::string profile;    ///< cluster.profile: the file from which `measured` is reread
  std::string measured_machine, measured_date, measured_logs;  ///< measured.machine, …
  std::string tensor_names;  ///< names in model.tensors as a JSON array, in order; null = no name
  std::string
      tensor_shapes;       ///< shapes that a TensorKind cannot represent, by index (0, 3 or more dimensions)
  std::string zero_extra;  ///< zero keys without a field in Zero; nested for offload objects
  std::string
      deepspeed_config;  ///< other ds_config keys, carried through to the export; no zero_optimization
  /// The whole, unchanged ds_config from which the plan was read. The export writes this file with the plan's
  /// later changes.
  std::string imported_config;
  std::string unknown;  ///< unknown keys of the plan file, kept in place
  /// Keys that the file states with their default value, in order. They are written again, and a program's
  /// default does not replace them.
  std::vector<std::string> stated_defaults;

  bool operator==(const PlanText&) const = default;
};

struct PlanDocument {
  Plan plan;
  PlanText text;
  bool operator==(const PlanDocument&) const = default;
};

/// Returns the number of ranks that share one ZeRO partition: all ranks divided by tensor-parallel size and
/// pipeline stages (sequence-parallel ranks are included).
[[nodiscard]] inline int zero_world(const Plan& plan) {
  const std::int64_t tensor = plan.training.tensor_parallel > 0 ? plan.training.tensor_parallel : 1;
  const std::int64_t stages = plan.training.pipeline_parallel > 0 ? plan.training.pipeline_parallel : 1;
  return static_cast<int>(plan.cluster.ranks() / (tensor * stages));
}
/// Returns the number of ranks that share one sequence: Ulysses ranks × context-parallel ranks.
[[nodiscard]] constexpr int sequence_ranks(const Training& training) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  const std::int64_t heads = training.sequence_parallel > 0 ? training.sequence_parallel : 1;
  const std::int64_t context = training.context_parallel > 0 ? training.context_parallel : 1;
  return static_cast<int>(heads * context < most ? heads * context : most);
}
/// Returns the number of model replicas that see different data: zero_world divided by the ranks per
/// sequence.
[[nodiscard]] inline int data_parallel_world(const Plan& plan) {
  return zero_world(plan) / sequence_ranks(plan.training);
}
/// Returns micro batch × accumulation × data-parallel world, in sequences per optimizer step.
[[nodiscard]] inline std::int64_t train_batch_size(const Plan& plan) {
  return plan.training.micro_batch_size * plan.training.gradient_accumulation_steps *
         data_parallel_world(plan);
}

/// Returns the share of an optimizer step's tokens that are not padding, 0 to 1.
[[nodiscard]] inline double useful_share(const Plan& plan) { return 1 - plan.training.padding_share; }

/// Returns the number of optimizer steps for the run's token budget; 0 if none is stated.
[[nodiscard]] inline double optimizer_steps(const Plan& plan) {
  const double tokens = static_cast<double>(train_batch_size(plan)) *
                        static_cast<double>(plan.training.sequence_length) * useful_share(plan);
  return plan.training.tokens > 0 && tokens > 0 ? std::ceil(plan.training.tokens / tokens) : 0;
}

/// Returns the plan that a first run opens with: Llama-2 7B on 8 A100 80 GB, stage 2.
PlanDocument example_plan();

}  // namespace zp
