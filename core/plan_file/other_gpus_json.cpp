// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>

#include "core/plan_file/carried_presets_json.h"
#include "core/plan_file/plan_reading.h"
#include "core/sharding/mixed_gpus.h"

namespace zp::plan_io {
namespace {

constexpr std::string_view other_gpus_path = "cluster.other_gpus";
constexpr std::string_view other_gpus_example = R"([{"preset": "rtx-3090-24gb", "count": 4}])";

/// Reads a GPU figure, with the same range as in cluster.gpu; returns false if `key` is not a figure.
bool read_gpu_figure(std::string_view key, const Json& value, const std::string& path, Gpu& gpu) {
  for (const GpuFigure& figure : gpu_figures) {
    if (figure.key != key) continue;
    gpu.*figure.member = read_real(value, path, find_plan_key(joined("cluster.gpu", key))->range);
    return true;
  }
  return false;
}

OtherGpus read_other(const PlanSource& source, const Json& item, const std::string& path) {
  const Json& object = as_object(item, path);
  OtherGpus other{default_cluster().gpu, 0};
  bool is_told = false;
  if (const Json* preset = member(&object, "preset")) {
    other.gpu = gpu_from_preset(*read_preset(source, joined(path, "preset"), *preset, PresetKind::gpu).gpu());
    is_told = true;
  } else if (states_all_figures(object)) {
    other.gpu.preset = {};
  }
  for (const auto& [key, value] : object.items()) {
    const std::string at = joined(path, key);
    if (key == "preset") continue;
    if (key == "count")
      other.count = static_cast<int>(read_count(value, at, rank_range));
    else if (read_gpu_figure(key, value, at, other.gpu))
      is_told = true;
    else
      fail(at, "is no key of another GPU; preset, memory_gib, bf16_tflops, memory_gb_per_s and count are.");
  }
  if (!is_told || other.count == 0)
    fail(path, std::string(other.count == 0 ? "has no count" : "names no GPU") + "; write " +
                   std::string(other_gpus_example) + ", for example.");
  return other;
}

}  // namespace

bool states_all_figures(const Json& object) {
  return object.is_object() && std::ranges::all_of(gpu_figures, [&](const GpuFigure& figure) {
           return object.contains(std::string(figure.key));
         });
}

void read_other_gpus(const PlanSource& source, Cluster& cluster) {
  const Json* list = value_at_path(source.root, other_gpus_path);
  if (list == nullptr) return;
  if (!list->is_array())
    fail(other_gpus_path, "must be a list, found " + found(*list) + "; write " +
                              std::string(other_gpus_example) + ", for example.");
  if (list->size() > other_gpu_kinds)
    fail(other_gpus_path, "lists " + std::to_string(list->size()) + " kinds of GPU; at most " +
                              std::to_string(other_gpu_kinds) + " besides cluster.gpu are taken.");
  for (std::size_t i = 0; i < list->size(); ++i)
    cluster.other_gpus[i] = read_other(source, (*list)[i], joined(other_gpus_path, std::to_string(i)));
}

void write_other_gpus(const Cluster& cluster, CarriedPresets& presets, Json& root) {
  Json list = Json::array();
  for (const OtherGpus& other : cluster.other_gpus) {
    if (other.count <= 0) continue;
    Json item = Json::object();
    Gpu usual;
    if (other.gpu.preset) {
      item["preset"] = presets.name(AnyPreset(other.gpu.preset));
      usual = gpu_from_preset(other.gpu.preset);
    }
    for (const GpuFigure& figure : gpu_figures)
      if (other.gpu.*figure.member != usual.*figure.member)
        item[std::string(figure.key)] = number(other.gpu.*figure.member);
    item["count"] = other.count;
    list.push_back(std::move(item));
  }
  if (!list.empty()) set_at_path(root, other_gpus_path, std::move(list));
}

}  // namespace zp::plan_io
