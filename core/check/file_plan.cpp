// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/file_plan.h"

#include "core/deepspeed/schema.h"
#include "core/plan/optimizers.h"
#include "core/sharding/edits.h"
#include "core/text/python.h"

namespace zp::config_check {
namespace {

/// Sets the plan's cluster to the number of ranks of the check.
void set_ranks(Plan& plan, const std::optional<int>& ranks) {
  Cluster& cluster = plan.cluster;
  if (!ranks || *ranks == cluster.ranks()) return;
  if (cluster.gpus_per_node > 0 && *ranks % cluster.gpus_per_node == 0) {
    cluster.nodes = *ranks / cluster.gpus_per_node;
  } else {
    cluster.nodes = 1;
    plan = edits::set_gpus_per_node(plan, *ranks);
  }
}

PlanDocument base_of(const CheckOptions& options) {
  PlanDocument base;
  base.plan = options.plan.value_or(Plan());
  base.plan.target.deepspeed_version = options.version;
  set_ranks(base.plan, options.world_size);
  return base;
}

/// Returns true if both DeepSpeed and plans have the optimizer type.
bool is_of_a_plan(const std::string& type) {
  return schema().find_optimizer(type) != nullptr && optimizer_of_type(type) != nullptr;
}

/// Sets the precision as releases before 0.17.1 did, which read fp16 and bf16 key by key: any value that is
/// true in Python enabled them.
void count_as_python(const TextNode& root, Plan& plan) {
  constexpr DeepSpeedVersion counted_until{0, 17, 1};
  if (plan.target.deepspeed_version >= counted_until) return;
  const auto on = [&](std::string_view path) {
    const TextNode* node = root.find(path);
    return node && !node->is_auto() && python::truthy(*node);
  };
  if (on("bf16.enabled")) plan.training.precision = Precision::bf16;
  if (!on("fp16.enabled")) return;
  plan.training.precision = Precision::fp16;
  plan.training.low_precision_master = on("fp16.fp16_master_weights_and_grads");
}

}  // namespace

FilePlan::FilePlan(const ConfigSource& config, const CheckOptions& options)
    : converted_(plan_from_config(config.root, base_of(options))), carried_{config.root, std::nullopt} {
  count_as_python(config.root, converted_.document.plan);
  if (options.plan) known_ |= Subject::cluster | Subject::model | Subject::ranks;
  if (options.world_size) known_ |= Subject::ranks;
  const TextNode* type = config.root.find("optimizer.type");
  const bool is_named = type && type->is_string();
  if (is_named ? is_of_a_plan(type->text) : options.plan.has_value()) known_ |= Subject::optimizer;
  if (is_named && (known_ & Subject::optimizer) == 0) other_optimizer_ = type->text;
}

Subject FilePlan::subject() const {
  Subject subject(converted_.document.plan, &carried_, known_);
  subject.other_optimizer = other_optimizer_;
  subject.is_file = true;
  return subject;
}

}  // namespace zp::config_check
