// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/validate.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/catalog/architecture_fields.h"
#include "core/plan/checks.h"
#include "core/plan/fields.h"
#include "core/units/format.h"

namespace zp {
namespace {

using namespace plan_io;

/// Refusals that leave nothing to count, in contrast to what DeepSpeed alone refuses.
constexpr std::array<std::string_view, 12> impossible = {"no_model",
                                                         "out_of_range",
                                                         "heads_do_not_divide_hidden_size",
                                                         "kv_heads_do_not_divide_heads",
                                                         "impossible_experts",
                                                         "impossible_dense_layers",
                                                         "too_many_parameters",
                                                         "too_many_frozen_parameters",
                                                         "nothing_to_train",
                                                         "lora_without_shape",
                                                         "ranks_do_not_divide",
                                                         "too_many_tokens"};

std::string limits(const Range& range) {
  return "from " + format_number(range.low, 17) + " to " + format_number(range.high, 17);
}

void check_range(double value, std::string_view path, const Range& range, Findings& issues) {
  if (range.holds(value)) return;
  issues.add(Severity::refused, "out_of_range", path,
             std::string(path) + " is " + format_number(value, 17) + "; it must be " + limits(range) + ".",
             "Choose a number " + limits(range) + ".");
}

double as_number(const FieldValue& value) {
  const auto* count = std::get_if<std::int64_t>(&value);
  return count != nullptr ? static_cast<double>(*count) : std::get<double>(value);
}

void check_shape_ranges(const Architecture& shape, Findings& issues) {
  for (const CountField& field : architecture_counts()) {
    const std::int64_t value = shape.*field.member;
    if (field.key == "head_dim" && value == 0) continue;  // check_shape says why it is
    check_range(static_cast<double>(value), "model.architecture." + std::string(field.key),
                architecture_range(field.key), issues);
  }
}

void check_tensor_ranges(const Model& model, Findings& issues) {
  for (std::size_t i = 0; i < model.tensors.kinds().size(); ++i) {
    const TensorKind& kind = model.tensors.kinds()[i];
    const std::string path = "model.tensors." + std::to_string(i);
    check_range(static_cast<double>(kind.rows), path + ".shape", dimension_range, issues);
    check_range(static_cast<double>(kind.columns), path + ".shape", dimension_range, issues);
    check_range(static_cast<double>(kind.count), path + ".count", tensor_count_range, issues);
  }
}

bool names_a_model(const Model& model) {
  if (model.source == ModelSource::tensors) return !model.tensors.kinds().empty();
  return model.source != ModelSource::preset || model.preset >= 0;
}

}  // namespace

namespace plan_io {

void check_ranges(const Plan& plan, Findings& issues) {
  for (const Field& field : plan_fields())
    if (field.kind == FieldKind::count || field.kind == FieldKind::real)
      check_range(as_number(field.value(plan)), field.path, field.range, issues);
  if (!names_a_model(plan.model)) {
    issues.add(Severity::refused, "no_model", "model", "The plan names no model.",
               "Give model.preset, model.parameters, model.architecture or model.tensors.");
  } else if (plan.model.source == ModelSource::tensors) {
    check_tensor_ranges(plan.model, issues);
  } else {
    if (plan.model.source == ModelSource::parameters)
      check_range(static_cast<double>(plan.model.stated_parameters.value()), "model.parameters",
                  parameter_range, issues);
    check_shape_ranges(plan.model.architecture, issues);
  }
}

}  // namespace plan_io

std::vector<Finding> check(const Plan& plan) {
  Findings issues;
  check_ranges(plan, issues);
  // Each step may rely on what the one before has made sure of.
  if (issues.list().empty() && plan.model.source != ModelSource::tensors) check_shape(plan, issues);
  if (issues.list().empty()) {
    const ModelSums sums = sums_of(plan);
    check_model(plan, sums, issues);
    check_cluster(plan, issues);
    check_training(plan, issues);
    if (is_usable(issues.list()) && plan.training.framework == Framework::deepspeed) {
      check_optimizer(plan, issues);
      check_zero(plan, issues);
      check_offload(plan, sums, issues);
    }
  }
  std::vector<Finding> list = issues.take();
  std::ranges::stable_sort(list, {}, &Finding::severity);
  return list;
}

bool is_usable(const std::vector<Finding>& issues) {
  return std::ranges::none_of(issues, [](const Finding& issue) {
    return issue.severity == Severity::refused &&
           std::ranges::find(impossible, issue.code) != impossible.end();
  });
}

}  // namespace zp
