// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/key_words.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/plan_file/plan_keys.h"
#include "core/report/words.h"
#include "core/text/letters.h"
#include "core/units/format.h"

namespace zp {

namespace {

/// Words in keys that are written with capital letters.
constexpr std::array<std::pair<std::string_view, std::string_view>, 20> capitals = {
    {{"rl", "RL"},     {"lora", "LoRA"}, {"dora", "DoRA"}, {"gpu", "GPU"},         {"gpus", "GPUs"},
     {"cpu", "CPU"},   {"nvme", "NVMe"}, {"gib", "GiB"},   {"gb", "GB"},           {"tflops", "TFLOPS"},
     {"nccl", "NCCL"}, {"fp8", "FP8"},   {"fsdp", "FSDP"}, {"fpdt", "FPDT"},       {"mlp", "MLP"},
     {"kv", "KV"},     {"mics", "MiCS"}, {"hpz", "hpZ"},   {"zenflow", "ZenFlow"}, {"zero", "ZeRO"}}};

/// Returns "RL" for "Rl" and "rl"; other words unchanged.
std::string with_capitals(const std::string& word) {
  const std::string letters = lower_case(word);
  for (const auto& [plain, written] : capitals)
    if (letters == plain) return std::string(written);
  return word;
}

/// Formats a list of words and numbers: "q_proj, v_proj".
std::string words_of_list(const nlohmann::ordered_json& list) {
  std::vector<std::string> words;
  for (const nlohmann::ordered_json& item : list)
    words.push_back(item.is_string() ? item.get<std::string>() : item.dump());
  return with_commas(words);
}

}  // namespace

std::string title_of_key(std::string_view path) {
  const std::size_t section = path.find('.');
  if (path.starts_with("deepspeed_config.") || section == std::string_view::npos) return std::string(path);
  const std::string name = for_people(path.substr(section + 1));
  std::string title;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find_first_of(" .", begin), name.size());
    title += with_capitals(name.substr(begin, end - begin));
    if (end < name.size()) title += name[end] == '.' ? ", " : " ";
    begin = end + 1;
  }
  return title;
}

std::string unit_of_key(std::string_view path) {
  constexpr std::array<std::string_view, 6> units = {"GiB", "GB/s", "TFLOP/s", "W", "tokens", "elements"};
  const PlanKey* key = find_plan_key(path);
  const bool has_unit = key != nullptr && std::ranges::find(units, key->type) != units.end();
  return has_unit ? key->type : std::string();
}

std::string value_of_key(std::string_view path, std::string_view json_text) {
  const auto value = nlohmann::ordered_json::parse(json_text, nullptr, false);
  if (value.is_null()) return "default";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_array()) return words_of_list(value);
  if (!value.is_number()) return std::string(json_text);
  const std::string unit = unit_of_key(path);
  const std::string number = value.is_number_integer() ? format_count(value.get<std::int64_t>())
                                                       : format_number(value.get<double>());
  return unit.empty() ? number : number + "\u202F" + unit;
}

}  // namespace zp
