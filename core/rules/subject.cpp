// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/subject.h"

#include <algorithm>

#include "core/memory/basis.h"
#include "core/plan/adapters.h"
#include "core/text/config_text.h"
#include "core/text/python.h"

namespace zp {
namespace {

constexpr std::string_view zero_section = "zero_optimization.";

TextNode read(const std::string& json_text) {
  return json_text.empty() ? TextNode() : read_config_text(json_text).root;
}

double elements_of(const TensorKind& kind) {
  return static_cast<double>(kind.rows) * static_cast<double>(kind.columns) * static_cast<double>(kind.count);
}

void add_kinds(std::span<const TensorKind> kinds, const Plan& plan, ModelSums& sums) {
  for (const TensorKind& kind : kinds) {
    sums.total += elements_of(kind);
    const bool is_full = plan.training.lora.rank == 0 || traits_of(kind.role).part == ModelPart::vision;
    if (is_full && kind.trainable) sums.trainable += elements_of(kind);
    for (const TensorKind& trained : AdapterTensors(plan.training, plan.model.architecture, kind))
      sums.trainable += elements_of(trained);
  }
}

ModelSums sums_of(const Plan& plan) {
  ModelSums sums;
  const Model& model = plan.model;
  const ModelTensors tensors(model);
  if (model.has_vision()) {
    std::vector<TensorKind> kinds(tensors.kinds().begin(), tensors.kinds().end());
    mark_trained(kinds, plan);
    add_kinds(kinds, plan, sums);
  } else {
    add_kinds(tensors.kinds(), plan, sums);
  }
  if (model.source == ModelSource::parameters) {
    sums.total = static_cast<double>(model.stated_parameters.value());
    if (plan.training.lora.rank == 0) sums.trainable = sums.total;
  }
  if (model.has_shape() && plan.training.lora.rank == 0)
    sums.trainable -= static_cast<double>(model.architecture.frozen_parameters);
  return sums;
}

}  // namespace

const TextNode* CarriedKeys::find(std::string_view path) const {
  if (extra && path.starts_with(zero_section)) return extra->find(path.substr(zero_section.size()));
  constexpr std::string_view bf16 = "bf16.";  // the old name is read if bf16 is absent or null
  const TextNode* section = path.starts_with(bf16) ? config.find("bf16") : &config;
  if (path.starts_with(bf16) && (section == nullptr || section->is_null()))
    return config.find("bfloat16." + std::string(path.substr(bf16.size())));
  return config.find(path);
}

CarriedKeys carried_keys(const PlanText& text) {
  return {read(text.deepspeed_config), read(text.zero_extra)};
}

const TextNode* Subject::carried(std::string_view path) const {
  const TextNode* node = carried_ != nullptr ? carried_->find(path) : nullptr;
  return node != nullptr && node->is_auto() ? nullptr : node;
}

bool Subject::is_on(std::string_view path, bool otherwise) const {
  const TextNode* node = carried(path);
  return node != nullptr ? python::lax_bool(*node).value_or(otherwise) : otherwise;
}

std::optional<double> Subject::number(std::string_view path) const {
  const TextNode* node = carried(path);
  return node != nullptr ? python::lax_float(*node) : std::nullopt;
}

const OptimizerSchema* Subject::optimizer_schema() const {
  if (!other_optimizer.empty()) return schema().find_optimizer(other_optimizer);
  return knows(optimizer) ? schema().find_optimizer(row_of(training.optimizer).type) : nullptr;
}

bool Subject::is_deepspeed_adam() const {
  return knows(optimizer) && other_optimizer.empty() && row_of(training.optimizer).is_adam &&
         !training.optimizer_options.torch_adam;
}

bool Subject::lacks_cpu_adam() const {
  if (!uses_cpu_optimizer()) return true;
  return !is_deepspeed_adam() && (knows(optimizer) || !other_optimizer.empty());
}

bool Subject::has_fp16_master() const {
  constexpr DeepSpeedVersion counts_without_fp16{0, 17, 1};
  if (training.precision == Precision::fp16) return training.low_precision_master;
  return version() >= counts_without_fp16 && is_on("fp16.fp16_master_weights_and_grads");
}

bool Subject::has_bf16_master() const {
  if (training.precision == Precision::bf16) return training.low_precision_master;
  return is_on("bf16.bf16_master_weights_and_grads");
}

bool Subject::has_bf16_states() const {
  if (training.precision == Precision::bf16) return training.low_precision_states;
  return is_on("bf16.bf16_optimizer_states");
}

const ModelSums& Subject::sums() const {
  if (!sums_) sums_ = sums_of(plan);
  return *sums_;
}

const Symbols& Subject::symbols() const {
  if (!symbols_) symbols_ = symbols_of(plan);
  return *symbols_;
}

std::int64_t Subject::largest_part() const { return symbols().largest_partition; }

bool Subject::has_several_sub_groups() const { return !knows(model) || symbols().sub_groups > 1; }

}  // namespace zp
