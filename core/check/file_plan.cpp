// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/file_plan.h"

#include "core/plan/fields.h"
#include "core/plan/words.h"

namespace zp::config_check {
namespace {

using plan_io::FieldKind;

Device device_of(const std::string& name) { return plan_io::enum_of<Device>(name).value_or(Device::none); }

/// The section of the file that a plan key's last word stands in, and that word.
const TextNode* stated(const Facts& facts, std::string_view key) {
  const TextNode* section = facts.zero;
  if (const auto dot = key.find('.'); section && dot != std::string_view::npos) {
    section = field(*section, key.substr(0, dot));
    key.remove_prefix(dot + 1);
  }
  return section && section->is_object() ? stage3_field(*section, key) : nullptr;
}

/// Every plain key of `zero`, where the file has it as a value that fits.
void take_zero(Plan& plan, const Facts& facts) {
  constexpr std::string_view below = "zero.";
  for (const plan_io::Field& row : plan_io::plan_fields()) {
    if (!row.path.starts_with(below) || row.path == "zero.stage") continue;
    std::string_view key = row.path.substr(below.size());
    if (key.starts_with("stage3_")) key.remove_prefix(std::string_view("stage3_").size());
    const TextNode* node = stated(facts, key);
    if (!node) continue;
    const std::optional<double> number = row.kind == FieldKind::real ? lax_float(*node) : lax_int(*node);
    if (row.kind == FieldKind::flag) {
      if (const auto on = lax_bool(*node)) row.set(plan, *on);
    } else if (number && row.range.holds(*number)) {
      if (row.kind == FieldKind::real)
        row.set(plan, *number);
      else
        row.set(plan, static_cast<std::int64_t>(*number));
    }
  }
}

/// A size of the file as a small whole number, or `otherwise`.
int size_at(const Walk& walk, std::string_view path, int otherwise) {
  constexpr double most = 1e6;
  const TextNode* node = walk.find(path);
  const auto size = node ? lax_int(*node) : std::nullopt;
  return size && *size >= 1 && *size <= most ? static_cast<int>(*size) : otherwise;
}

/// The plan's nodes hold as many ranks as the check is for.
void set_ranks(Plan& plan, const Walk& walk) {
  const std::optional<int>& ranks = walk.options().world_size;
  if (!ranks || *ranks == zero_world(plan)) return;
  Cluster& cluster = plan.cluster;
  if (cluster.gpus_per_node > 0 && *ranks % cluster.gpus_per_node == 0) {
    cluster.nodes = *ranks / cluster.gpus_per_node;
  } else {
    cluster.nodes = 1;
    cluster.gpus_per_node = *ranks;
  }
}

}  // namespace

std::optional<Plan> plan_with_file(const Walk& walk, const Facts& facts) {
  if (!walk.options().plan) return std::nullopt;
  Plan plan = *walk.options().plan;
  set_ranks(plan, walk);
  plan.zero = Zero();
  plan.zero.stage = facts.stage;
  plan.zero.offload_optimizer.device = device_of(facts.optimizer_device);
  plan.zero.offload_param.device = device_of(facts.param_device);
  plan.zero.overlap_comm = walk.derived.overlap_comm;
  take_zero(plan, facts);
  plan.training.framework = Framework::deepspeed;
  plan.training.precision = facts.bf16 ? Precision::bf16 : facts.fp16 ? Precision::fp16 : Precision::fp32;
  std::string type = facts.optimizer_type;
  for (char& c : type)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  plan.training.optimizer = plan_io::enum_of<Optimizer>(type).value_or(plan.training.optimizer);
  plan.training.tensor_parallel = size_at(walk, "tensor_parallel.autotp_size", plan.training.tensor_parallel);
  plan.training.sequence_parallel = size_at(walk, "sequence_parallel_size", plan.training.sequence_parallel);
  plan.target.deepspeed_version = walk.version();
  return plan;
}

}  // namespace zp::config_check
