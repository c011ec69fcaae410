// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/deepspeed/schema.h"
#include "core/memory/symbols.h"
#include "core/plan/plan.h"
#include "core/text/text_node.h"

namespace zp {

/// The keys of a ds_config that a plan carries beside its fields, or a whole ds_config, of which the rules
/// ask only those keys.
struct CarriedKeys {
  TextNode config;                ///< the root
  std::optional<TextNode> extra;  ///< zero_optimization, where it stands apart
  [[nodiscard]] const TextNode* find(std::string_view path) const;
};
CarriedKeys carried_keys(const PlanText& text);

/// Parameters of the model, in double: right even where a product would leave 64 bits.
struct ModelSums {
  double total = 0;      ///< adapters left out
  double trainable = 0;  ///< with adapters, and without frozen_parameters
};

/// What the rules are asked of: a plan, the keys it carries, and what of it is known. A file alone says
/// nothing of the model and the GPUs. Short-lived: it points at what it was made of.
class Subject {
 public:
  /// Parts of a plan that a file alone leaves open.
  enum Known : unsigned { ranks = 1, cluster = 2, model = 4, optimizer = 8, everything = 15 };

  explicit Subject(const Plan& of, const CarriedKeys* carried = nullptr, unsigned known = everything)
      : plan(of), zero(of.zero), training(of.training), carried_(carried), known_(known) {}

  const Plan& plan;
  const Zero& zero;
  const Training& training;
  /// What the file calls the optimizer, where no plan can say it: "OneBitAdam".
  std::string_view other_optimizer;
  bool is_file = false;  ///< a ds_config as it stands; a plan is what its export makes of it

  [[nodiscard]] bool knows(unsigned what) const { return (known_ & what) == what; }
  [[nodiscard]] const DeepSpeedVersion& version() const { return plan.target.deepspeed_version; }

  /// A key that is carried, by its path in a ds_config; nullptr where it is absent or "auto".
  [[nodiscard]] const TextNode* carried(std::string_view path) const;
  [[nodiscard]] bool is_on(std::string_view path, bool otherwise = false) const;
  [[nodiscard]] std::optional<double> number(std::string_view path) const;

  [[nodiscard]] bool shards_optimizer() const { return zero.stage == 1 || zero.stage == 2; }
  /// DeepSpeed asks only for the device here, whatever the stage (zero_use_cpu_optimizer, runtime/engine.py).
  [[nodiscard]] bool uses_cpu_optimizer() const { return zero.offload_optimizer.device != Device::none; }
  /// Where the optimizer runs in effect: never offloaded at stage 0.
  [[nodiscard]] bool offloads_optimizer() const { return zero.stage > 0 && uses_cpu_optimizer(); }
  [[nodiscard]] bool offloads_param() const {
    return zero.stage == 3 && zero.offload_param.device != Device::none;
  }
  /// zero_allow_untested_optimizer, which an export writes where the plan says nothing.
  [[nodiscard]] bool allows_untested() const { return is_on("zero_allow_untested_optimizer", !is_file); }
  /// The row of the class DeepSpeed builds; nullptr where the program builds the optimizer, or for one of
  /// torch's.
  [[nodiscard]] const OptimizerSchema* optimizer_schema() const;
  /// Adam or AdamW of DeepSpeed's own classes, not torch's.
  [[nodiscard]] bool is_deepspeed_adam() const;
  /// For certain not DeepSpeedCPUAdam, which low-precision master weights and a ratio need.
  [[nodiscard]] bool lacks_cpu_adam() const;
  [[nodiscard]] bool has_fp16_master() const;
  [[nodiscard]] bool has_bf16_master() const;
  [[nodiscard]] bool has_bf16_states() const;

  /// Sums over the tensors, before anything is known to be in range; worked out when first asked.
  [[nodiscard]] const ModelSums& sums() const;
  /// What one rank keeps, as the ledger counts it. The model must be known and possible.
  [[nodiscard]] const Symbols& symbols() const;
  /// One rank's part of the largest weight, elements.
  [[nodiscard]] std::int64_t largest_part() const;
  /// Whether a rank's partition is cut into several sub-groups; taken for granted where the model is not
  /// known.
  [[nodiscard]] bool has_several_sub_groups() const;

 private:
  const CarriedKeys* carried_;
  unsigned known_;
  mutable std::optional<ModelSums> sums_;
  mutable std::optional<Symbols> symbols_;
};

}  // namespace zp
