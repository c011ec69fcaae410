// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/finding.h"
#include "core/plan/plan.h"

/// The parts of check(). Internal to this folder. All but check_ranges and check_model may assume that every
/// number is in range and that the model is one.
namespace zp::plan_io {

/// Collects issues; one function a severity, so that a rule reads as a sentence.
class Findings {
 public:
  void add(Severity severity, std::string_view code, std::string_view path, std::string message,
           std::string fix) {
    list_.push_back({severity, std::string(code), std::string(path), std::move(message), std::move(fix)});
  }
  [[nodiscard]] const std::vector<Finding>& list() const { return list_; }
  [[nodiscard]] std::vector<Finding> take() { return std::move(list_); }

 private:
  std::vector<Finding> list_;
};

/// Sums over the weight tensors, in double: right even where a product would leave 64 bits.
struct ModelSums {
  double total = 0;      ///< parameters, adapters left out
  double trainable = 0;  ///< with adapters, and without frozen_parameters
  double largest = 0;    ///< elements of the largest tensor
};
ModelSums sums_of(const Plan& plan);
/// Elements of one rank's share of the trainable parameters.
double partition_of(const Plan& plan, const ModelSums& sums);

/// Where the optimizer runs in effect: never offloaded at stage 0.
bool offloads_optimizer(const Plan& plan);

void check_ranges(const Plan& plan, Findings& issues);
void check_shape(const Plan& plan, Findings& issues);
void check_model(const Plan& plan, const ModelSums& sums, Findings& issues);
void check_cluster(const Plan& plan, Findings& issues);
void check_training(const Plan& plan, Findings& issues);
void check_optimizer(const Plan& plan, Findings& issues);
void check_zero(const Plan& plan, Findings& issues);
void check_offload(const Plan& plan, const ModelSums& sums, Findings& issues);

}  // namespace zp::plan_io
