// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/file_plan.h"

#include "core/deepspeed/schema.h"
#include "core/plan/optimizers.h"

namespace zp::config_check {
namespace {

/// The plan's nodes hold as many ranks as the check is for.
void set_ranks(Cluster& cluster, const std::optional<int>& ranks) {
  if (!ranks || *ranks == cluster.ranks()) return;
  if (cluster.gpus_per_node > 0 && *ranks % cluster.gpus_per_node == 0) {
    cluster.nodes = *ranks / cluster.gpus_per_node;
  } else {
    cluster.nodes = 1;
    cluster.gpus_per_node = *ranks;
  }
}

PlanDocument base_of(const CheckOptions& options) {
  PlanDocument base;
  base.plan = options.plan.value_or(Plan());
  base.plan.target.deepspeed_version = options.version;
  set_ranks(base.plan.cluster, options.world_size);
  return base;
}

/// A type that both DeepSpeed and a plan know.
bool is_of_a_plan(const std::string& type) {
  return schema().find_optimizer(type) != nullptr && optimizer_of_type(type) != nullptr;
}

}  // namespace

FilePlan::FilePlan(const ConfigSource& config, const CheckOptions& options)
    : converted_(plan_from_config(config.root, base_of(options))), carried_{config.root, std::nullopt} {
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
