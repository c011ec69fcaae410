// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/catalog/catalog.h"
#include "core/probe/probed_machine.h"

namespace zp {
namespace {

/// Words that a driver puts before a card's name.
constexpr std::array makers = {std::string_view("nvidia-"), std::string_view("amd-"),
                               std::string_view("tesla-"), std::string_view("geforce-"),
                               std::string_view("quadro-")};

struct Alias {
  std::string_view driver, preset;
};
/// Names of drivers that say other things than the catalog's: the kind of memory for the board, or nothing of
/// it.
constexpr std::array aliases = {
    Alias{"a100-80gb-pcie", "a100-pcie-80gb"},
    Alias{"h100-80gb-hbm3", "h100-sxm5-80gb"},
    Alias{"h100-pcie", "h100-pcie-80gb"},
    Alias{"h800", "h800-sxm5-80gb"},
    Alias{"h200", "h200-sxm-141gb"},
    Alias{"b200", "b200-sxm-180gb"},
    Alias{"b300-sxm6-ac", "b300-sxm-288gb"},
    Alias{"gh200-480gb", "gh200-96gb"},
    Alias{"rtx-6000-ada-generation", "rtx-6000-ada-48gb"},
    Alias{"gb10", "gb10-dgx-spark-128gb-unified"},
    Alias{"instinct-mi300x-oam", "instinct-mi300x-192gb"},
};

/// Returns true for "-80gb" and the like: the memory alone.
bool is_memory(std::string_view rest) {
  return rest.size() > 3 && rest.starts_with('-') && rest.ends_with("gb") &&
         rest.substr(1, rest.size() - 3).find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::string gpu_preset_named(std::string_view name) {
  constexpr std::size_t longest_name = 200;
  std::string id = preset_id(name.substr(0, longest_name));
  for (const std::string_view maker : makers)
    if (id.starts_with(maker)) id.erase(0, maker.size());
  if (id.empty()) return "";
  for (const Alias& alias : aliases)
    if (alias.driver == id) return std::string(alias.preset);
  if (catalog().find_gpu(id)) return id;
  for (const SharedGpuPreset& gpu : catalog().gpus)
    if (gpu->id.starts_with(id) && is_memory(std::string_view(gpu->id).substr(id.size()))) return gpu->id;
  return "";
}

}  // namespace zp
