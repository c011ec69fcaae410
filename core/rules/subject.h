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

/// The ds_config keys that a plan carries in addition to its fields; or a whole ds_config, of which the rules
/// read only those keys.
struct CarriedKeys {
  TextNode config;                ///< the root of the ds_config
  std::optional<TextNode> extra;  ///< zero_optimization, if it is stored separately
  [[nodiscard]] const TextNode* find(std::string_view path) const;
};
CarriedKeys carried_keys(const PlanText& text);

/// Parameter counts of the model as double, so that products cannot overflow 64 bits.
struct ModelSums {
  double total = 0;      ///< without adapters
  double trainable = 0;  ///< with adapters, and without frozen_parameters
};

/// The subject of the rules: a plan, its carried keys, and which parts of it are known. A file alone
/// states neither model nor GPUs. Short-lived: refers to the objects that it was constructed from.
class Subject {
 public:
  /// Parts of a plan that a file alone does not state.
  enum Known : unsigned { ranks = 1, cluster = 2, model = 4, optimizer = 8, everything = 15 };

  explicit Subject(const Plan& of, const CarriedKeys* carried = nullptr, unsigned known = everything)
      : plan(of), zero(of.zero), training(of.training), carried_(carried), known_(known) {}

  const Plan& plan;
  const Zero& zero;
  const Training& training;
  /// An optimizer that plans do not have, as named in the file: "OneBitAdam".
  std::string_view other_optimizer;
  bool is_file = false;  ///< true for a ds_config itself; a plan is checked as it would be exported

  [[nodiscard]] bool knows(unsigned facts) const { return (known_ & facts) == facts; }
  [[nodiscard]] const DeepSpeedVersion& version() const { return plan.target.deepspeed_version; }

  /// Returns a carried key, by its path in a ds_config; nullptr if it is absent or "auto".
  [[nodiscard]] const TextNode* carried(std::string_view path) const;
  [[nodiscard]] bool is_on(std::string_view path, bool otherwise = false) const;
  [[nodiscard]] std::optional<double> number(std::string_view path) const;

  [[nodiscard]] bool shards_optimizer() const { return zero.stage == 1 || zero.stage == 2; }
  /// Returns true if the optimizer has an offload device at any stage, which is what DeepSpeed checks in some
  /// places (zero_use_cpu_optimizer, runtime/engine.py).
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
  /// Returns the row of the optimizer class that DeepSpeed creates; nullptr if the program creates the
  /// optimizer, or if it is one of torch's.
  [[nodiscard]] const OptimizerSchema* optimizer_schema() const;
  /// Returns true for DeepSpeed's own Adam or AdamW, not torch's.
  [[nodiscard]] bool is_deepspeed_adam() const;
  /// Returns true if the optimizer cannot be DeepSpeedCPUAdam, which low-precision master weights and a ratio
  /// require.
  [[nodiscard]] bool lacks_cpu_adam() const;
  [[nodiscard]] bool has_fp16_master() const;
  [[nodiscard]] bool has_bf16_master() const;
  [[nodiscard]] bool has_bf16_states() const;

  /// Returns the parameter counts, computed on the first call and valid before ranges are checked.
  [[nodiscard]] const ModelSums& sums() const;
  /// Returns the ledger's symbols for one rank. Precondition: the model is known and possible.
  [[nodiscard]] const Symbols& symbols() const;
  /// Returns one rank's part of the largest weight, in elements.
  [[nodiscard]] std::int64_t largest_part() const;
  /// Returns true if a rank's partition has several sub-groups, or if the model is unknown.
  [[nodiscard]] bool has_several_sub_groups() const;

 private:
  const CarriedKeys* carried_;
  unsigned known_;
  mutable std::optional<ModelSums> sums_;
  mutable std::optional<Symbols> symbols_;
};

}  // namespace zp
