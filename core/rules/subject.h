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

/// The keys of a ds_config that a plan carries beside its fields; or a whole ds_config, of which the rules
/// read only those keys.
struct CarriedKeys {
  TextNode config;                ///< the root of the ds_config
  std::optional<TextNode> extra;  ///< zero_optimization, if it is kept apart
  [[nodiscard]] const TextNode* find(std::string_view path) const;
};
CarriedKeys carried_keys(const PlanText& text);

/// Parameters of the model, as double: correct even if a product would leave 64 bits.
struct ModelSums {
  double total = 0;      ///< without adapters
  double trainable = 0;  ///< with adapters, and without frozen_parameters
};

/// The subject of the rules: a plan, the keys it carries, and which parts of it are known. A file alone
/// states neither the model nor the GPUs. Short-lived: it points at what it was made of.
class Subject {
 public:
  /// Parts of a plan that a file alone leaves open.
  enum Known : unsigned { ranks = 1, cluster = 2, model = 4, optimizer = 8, everything = 15 };

  explicit Subject(const Plan& of, const CarriedKeys* carried = nullptr, unsigned known = everything)
      : plan(of), zero(of.zero), training(of.training), carried_(carried), known_(known) {}

  const Plan& plan;
  const Zero& zero;
  const Training& training;
  /// The file's name of an optimizer that no plan can hold: "OneBitAdam".
  std::string_view other_optimizer;
  bool is_file = false;  ///< true for a ds_config as it stands; a plan is judged by its export

  [[nodiscard]] bool knows(unsigned what) const { return (known_ & what) == what; }
  [[nodiscard]] const DeepSpeedVersion& version() const { return plan.target.deepspeed_version; }

  /// Returns a carried key, by its path in a ds_config; nullptr if it is absent or "auto".
  [[nodiscard]] const TextNode* carried(std::string_view path) const;
  [[nodiscard]] bool is_on(std::string_view path, bool otherwise = false) const;
  [[nodiscard]] std::optional<double> number(std::string_view path) const;

  [[nodiscard]] bool shards_optimizer() const { return zero.stage == 1 || zero.stage == 2; }
  /// Returns true if the optimizer has an offload device; DeepSpeed asks only for that here, whatever the
  /// stage (zero_use_cpu_optimizer, runtime/engine.py).
  [[nodiscard]] bool uses_cpu_optimizer() const { return zero.offload_optimizer.device != Device::none; }
  /// Returns true if the optimizer is in effect offloaded, which it never is at stage 0.
  [[nodiscard]] bool trains_with_muon() const {
    return knows(optimizer) && training.optimizer == Optimizer::muon;
  }
  [[nodiscard]] bool offloads_optimizer() const { return zero.stage > 0 && uses_cpu_optimizer(); }
  [[nodiscard]] bool offloads_param() const {
    return zero.stage == 3 && zero.offload_param.device != Device::none;
  }
  /// Returns zero_allow_untested_optimizer, which an export sets to true unless the plan states it.
  [[nodiscard]] bool allows_untested() const { return is_on("zero_allow_untested_optimizer", !is_file); }
  /// Returns the row of the class that DeepSpeed builds; nullptr if the program builds the optimizer, or for
  /// one of torch's.
  [[nodiscard]] const OptimizerSchema* optimizer_schema() const;
  /// Returns true for Adam or AdamW of DeepSpeed's own classes, not torch's.
  [[nodiscard]] bool is_deepspeed_adam() const;
  /// Returns true if the optimizer is certainly not DeepSpeedCPUAdam, which low-precision master weights and
  /// a ratio need.
  [[nodiscard]] bool lacks_cpu_adam() const;
  [[nodiscard]] bool has_fp16_master() const;
  [[nodiscard]] bool has_bf16_master() const;
  [[nodiscard]] bool has_bf16_states() const;

  /// Returns the sums over the tensors, computed on the first call, before anything is known to be in range.
  [[nodiscard]] const ModelSums& sums() const;
  /// Returns the quantities that one rank keeps, as the ledger counts them. The model must be known
  /// and possible.
  [[nodiscard]] const Symbols& symbols() const;
  /// Returns one rank's part of the largest weight, in elements.
  [[nodiscard]] std::int64_t largest_part() const;
  /// Returns true if a rank's partition is cut into several sub-groups, or if the model is not known.
  [[nodiscard]] bool has_several_sub_groups() const;

 private:
  const CarriedKeys* carried_;
  unsigned known_;
  mutable std::optional<ModelSums> sums_;
  mutable std::optional<Symbols> symbols_;
};

}  // namespace zp
