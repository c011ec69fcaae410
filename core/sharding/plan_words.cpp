// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/plan_words.h"

#include "core/sharding/mixed_gpus.h"
#include "core/units/format.h"

namespace zp {

std::string counted(std::int64_t n, std::string_view noun) {
  return format_count(n) + " " + std::string(noun) + (n == 1 ? "" : "s");
}

std::string model_name(const Plan& plan) {
  const Model& model = plan.model;
  switch (model.source) {
    case ModelSource::preset:
      return model.preset->name;
    case ModelSource::parameters:
      return "a typical shape";
    case ModelSource::architecture:
      return "an architecture of " + counted(model.architecture.layers, "layer");
    case ModelSource::tensors:
      break;
  }
  return "a list of tensors";
}

std::string gpus_words(const Cluster& cluster) {
  std::string text = counted(cluster.nodes, "node") + " of " + format_count(cluster.gpus_per_node);
  if (!cluster.is_mixed()) return text + " × " + described(cluster.gpu);
  text += " GPUs";
  const char* between = ": ";
  for (const GpuKind& kind : mixed_gpus(cluster).kinds) {
    text += between + format_count(kind.count) + " × " + name_of(kind.gpu);
    between = ", ";
  }
  return text;
}

}  // namespace zp
