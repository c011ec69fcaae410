// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/plan_presets.h"

#include "core/catalog/preset_rows.h"
#include "core/plan_file/architecture_json.h"
#include "core/plan_file/plan_json.h"
#include "core/plan_file/vision_json.h"
#include "core/text/file_error.h"

namespace zp {
namespace {

constexpr std::string_view made_of_plan = "made from a plan";

LinkKind kind_at(edits::LinkPlace place) {
  switch (place) {
    case edits::LinkPlace::intra_node:
      return LinkKind::gpu_fabric;
    case edits::LinkPlace::inter_node:
      return LinkKind::inter_node;
    case edits::LinkPlace::host:
      break;
  }
  return LinkKind::host;
}

Plan with_replaced_model(Plan plan, const SharedModelPreset& from, const SharedModelPreset& to) {
  if (plan.model.preset == from) {
    const std::int64_t frozen = plan.model.architecture.frozen_parameters;
    plan.model = model_from_preset(to);
    if (frozen > 0) plan.model.architecture.frozen_parameters = frozen;
  }
  for (RoleSettings& role : plan.training.method.roles)
    if (role.preset == from) role.preset = to;
  return plan;
}

Plan with_replaced_gpu(Plan plan, const SharedGpuPreset& from, const SharedGpuPreset& to) {
  if (plan.cluster.gpu.preset == from) plan = edits::set_gpu_preset(std::move(plan), to);
  for (OtherGpus& other : plan.cluster.other_gpus)
    if (other.count > 0 && other.gpu.preset == from) other.gpu = gpu_from_preset(to);
  return plan;
}

Plan with_replaced_link(Plan plan, const SharedLinkPreset& from, const SharedLinkPreset& to) {
  for (const auto place :
       {edits::LinkPlace::intra_node, edits::LinkPlace::inter_node, edits::LinkPlace::host})
    if (edits::link_of(plan.cluster, place).preset == from)
      plan = edits::set_link_preset(std::move(plan), place, to);
  return plan;
}

}  // namespace

Plan with_replaced_preset(Plan plan, const AnyPreset& from, const AnyPreset& to) {
  if (from.model() != nullptr) return with_replaced_model(std::move(plan), *from.model(), *to.model());
  return from.gpu() != nullptr ? with_replaced_gpu(std::move(plan), *from.gpu(), *to.gpu())
                               : with_replaced_link(std::move(plan), *from.link(), *to.link());
}

std::string model_preset_of(const Plan& plan, const std::string& name) {
  if (!plan.model.has_shape())
    throw FileError("model.tensors", "A list of tensors has no shape that a preset could keep.");
  if (plan.model.source == ModelSource::parameters)
    throw FileError("model.parameters",
                    "A bare number of parameters has no shape of its own that a preset could keep; give the "
                    "model by its architecture.");
  plan_io::Json shape = {{"block", name_of(plan.model.architecture.block)}};
  shape.update(plan_io::write_architecture(plan.model.architecture));
  plan_io::Json entry = {{"name", name}, {"architecture", shape}, {"source", made_of_plan}};
  if (plan.model.has_vision()) entry["vision"] = plan_io::write_vision(plan.model.vision, VisionTower());
  return plan_io::one_line(entry);
}

std::string gpu_preset_of(const Plan& plan, const std::string& name) {
  const Cluster& cluster = plan.cluster;
  GpuPreset gpu;
  if (cluster.gpu.preset) gpu = *cluster.gpu.preset;
  gpu.name = name;
  gpu.memory_gib = cluster.gpu.memory_gib;
  gpu.bf16_tflops = cluster.gpu.bf16_tflops;
  gpu.memory_gb_per_s = cluster.gpu.memory_gb_per_s;
  if (!cluster.gpu.preset) {
    gpu.pcie_gb_per_s = gpu.host_gb_per_s = cluster.host_link.gb_per_s;
    const double between = cluster.intra_node.gb_per_s;
    gpu.link_gb_per_s = between > gpu.pcie_gb_per_s ? between : 0;
  }
  if (cluster.gpu_watts > 0) gpu.watts = cluster.gpu_watts;
  gpu.source = made_of_plan;
  gpu.note.clear();
  return row_of_gpu(gpu);
}

std::string link_preset_of(const Plan& plan, edits::LinkPlace place, const std::string& name) {
  const Link& link = edits::link_of(plan.cluster, place);
  LinkPreset preset;
  if (link.preset) preset = *link.preset;
  if (preset.gb_per_s > 0)  // keeps the ratio of effective to nominal speed
    preset.effective_gb_per_s *= link.gb_per_s / preset.gb_per_s;
  preset.name = name;
  preset.kind = kind_at(place);
  preset.scope = "per GPU";
  preset.gb_per_s = link.gb_per_s;
  preset.source = made_of_plan;
  preset.note.clear();
  return row_of_link(preset);
}

}  // namespace zp
