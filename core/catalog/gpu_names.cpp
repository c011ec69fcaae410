// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/gpu_names.h"

#include <algorithm>
#include <array>
#include <span>

namespace zp {
namespace {

using NameParts = std::vector<std::string_view>;

/// Name parts that do not identify a card.
constexpr auto gpu_makers =
    std::to_array<std::string_view>({"nvidia", "amd", "intel", "tesla", "geforce", "quadro", "gpu"});
/// Parts of a preset's id that a name may omit.
constexpr auto gpu_families =
    std::to_array<std::string_view>({"rtx", "instinct", "radeon", "arc", "per", "gpu"});

struct DriverName {
  std::string_view name, preset;
};
/// Names in drivers that lack parts of the catalog's name or use other words, such as the kind of memory
/// instead of the board.
constexpr auto driver_names = std::to_array<DriverName>({
    {"h100-80gb-hbm3", "h100-sxm5-80gb"},
    {"h800", "h800-sxm5-80gb"},
    {"h20", "h20-96gb"},
    {"h20-3e", "h20-141gb"},
    {"h200", "h200-sxm-141gb"},
    {"b200", "b200-sxm-180gb"},
    {"b300-sxm6-ac", "b300-sxm-288gb"},
    {"gh200-480gb", "gh200-96gb"},
    {"rtx-6000-ada-generation", "rtx-6000-ada-48gb"},
    {"rtx-pro-6000-blackwell-workstation-edition", "rtx-pro-6000-blackwell-ws-96gb"},
    {"rtx-pro-6000-blackwell-max-q-workstation-edition", "rtx-pro-6000-blackwell-max-q-96gb"},
    {"gb10", "gb10-dgx-spark-128gb-unified"},
    {"instinct-mi300x-oam", "instinct-mi300x-192gb"},
});

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

/// Returns the digits of "80gb", "80g" and "80gib"; "" for any other word.
std::string_view memory_in(std::string_view word) {
  const std::size_t end = std::min(word.find_first_not_of("0123456789"), word.size());
  const std::string_view unit = word.substr(end);
  return unit == "gb" || unit == "g" || unit == "gib" ? word.substr(0, end) : std::string_view();
}

bool is_board(std::string_view word) { return word.starts_with("sxm") || word == "pcie" || word == "nvl"; }

/// Compares two words; "sxm" matches every generation of that board.
bool is_same_part(std::string_view word, std::string_view of_preset) {
  return word == of_preset || (word == "sxm" && of_preset.starts_with(word));
}

NameParts parts_of(std::string_view id) {
  NameParts words;
  while (!id.empty()) {
    const std::size_t end = std::min(id.find('-'), id.size());
    words.push_back(id.substr(0, end));
    id.remove_prefix(std::min(end + 1, id.size()));
  }
  return words;
}

/// Returns a name's id without words for its maker, with "rtx" separated from the following number, and with
/// memory in "gb".
std::string plain_gpu_id(std::string_view name) {
  constexpr std::size_t longest_name = 200;
  const std::string id = preset_id(name.substr(0, longest_name));
  std::string kept;
  const auto keep = [&kept](std::string_view word) { kept += (kept.empty() ? "" : "-") + std::string(word); };
  for (std::string_view word : parts_of(id)) {
    if (is_one_of(word, gpu_makers)) continue;
    if (word.size() > 3 && word.starts_with("rtx")) {
      keep("rtx");
      word.remove_prefix(3);
    }
    const std::string_view memory = memory_in(word);
    keep(memory.empty() ? std::string(word) : std::string(memory) + "gb");
  }
  return kept;
}

/// Parts of a preset's id that a name omits.
struct LeftOutParts {
  bool is_meant = false;  ///< false if the name has an additional word, or lacks an essential one
  bool lacks_board = false;
};

LeftOutParts left_out_of(const NameParts& name, const NameParts& preset) {
  const auto has = [](const NameParts& words, std::string_view word, bool of_preset) {
    return std::ranges::any_of(words, [&](std::string_view each) {
      return of_preset ? is_same_part(word, each) : is_same_part(each, word);
    });
  };
  LeftOutParts rest;
  for (const std::string_view word : name)
    if (!has(preset, word, true)) return rest;
  for (const std::string_view word : preset) {
    if (has(name, word, false)) continue;
    if (is_board(word))
      rest.lacks_board = true;
    else if (memory_in(word).empty() && !is_one_of(word, gpu_families) && !is_one_of(word, gpu_makers))
      return rest;
  }
  // A name that consists of a family or a memory size identifies no card.
  rest.is_meant = std::ranges::any_of(name, [](std::string_view word) {
    return memory_in(word).empty() && !is_board(word) && !is_one_of(word, gpu_families);
  });
  return rest;
}

}  // namespace

SharedGpuPreset gpu_named(std::string_view name, const std::vector<SharedGpuPreset>& gpus) {
  std::string id = plain_gpu_id(name);
  const auto* const alias = std::ranges::find(driver_names, id, &DriverName::name);
  if (alias != driver_names.end()) id = alias->preset;
  const NameParts words = parts_of(id);
  SharedGpuPreset found;
  for (const SharedGpuPreset& gpu : gpus) {
    if (gpu->id == id) return gpu;
    const LeftOutParts rest = left_out_of(words, parts_of(gpu->id));
    if (!rest.is_meant || rest.lacks_board) continue;
    if (found) return {};
    found = gpu;
  }
  return found;
}

MeantGpus gpus_meant(std::string_view name, const std::vector<SharedGpuPreset>& gpus) {
  const std::string id = plain_gpu_id(name);
  NameParts words = parts_of(id);
  const auto ids_of = [&gpus](const NameParts& of) {
    std::vector<std::string> ids;
    for (const SharedGpuPreset& gpu : gpus)
      if (left_out_of(of, parts_of(gpu->id)).is_meant) ids.push_back(gpu->id);
    return ids;
  };
  MeantGpus meant{ids_of(words), ""};
  const auto memory =
      std::ranges::find_if(words, [](std::string_view word) { return !memory_in(word).empty(); });
  if (!meant.ids.empty() || memory == words.end()) return meant;
  const std::string stated(memory_in(*memory));
  words.erase(memory);
  return {ids_of(words), stated};
}

std::vector<SharedGpuPreset> gpus_of_any_board(std::string_view name,
                                               const std::vector<SharedGpuPreset>& gpus) {
  std::vector<SharedGpuPreset> meant;
  if (gpu_named(name, gpus)) return meant;
  const std::string id = plain_gpu_id(name);
  for (const SharedGpuPreset& gpu : gpus) {
    const NameParts parts = parts_of(gpu->id);
    if (left_out_of(parts_of(id), parts).is_meant && std::ranges::find(parts, "nvl") == parts.end())
      meant.push_back(gpu);
  }
  const auto has_other_memory = [&meant](const SharedGpuPreset& gpu) {
    return gpu->marketing_gb != meant.front()->marketing_gb;
  };
  if (std::ranges::any_of(meant, has_other_memory)) return {};
  std::stable_partition(meant.begin(), meant.end(),
                        [](const SharedGpuPreset& gpu) { return gpu->id.find("-sxm") != std::string::npos; });
  return meant;
}

}  // namespace zp
