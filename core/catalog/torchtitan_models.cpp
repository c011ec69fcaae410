// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/torchtitan_models.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/text/letters.h"

namespace zp {
namespace {

/// torchtitan/models/*/__init__.py; an export writes the name in a model's first row.
constexpr auto models = std::to_array<TorchtitanModel>({
    {"llama3", "8B", "llama-3.1-8b"},
    {"llama3", "8B", "llama-3-8b"},
    {"llama3", "70B", "llama-3.1-70b"},
    {"llama3", "70B", "llama-3-70b"},
    {"llama3", "70B", "llama-3.3-70b"},
    {"llama3", "405B", "llama-3.1-405b"},
    {"llama3", "1B", "llama-3.2-1b", false},
    {"llama3", "3B", "llama-3.2-3b", false},
    {"llama2", "7B", "llama-2-7b", false},
    {"llama2", "13B", "llama-2-13b", false},
    {"llama2", "70B", "llama-2-70b", false},
    {"llama4", "17bx16e", "llama-4-scout-109b-text"},
    {"llama4", "17bx128e", "llama-4-maverick-400b-text"},
    {"qwen3", "0.6B", "qwen3-0.6b"},
    {"qwen3", "1.7B", "qwen3-1.7b"},
    {"qwen3", "4B", "qwen3-4b"},
    {"qwen3", "8B", "qwen3-8b"},
    {"qwen3", "14B", "qwen3-14b"},
    {"qwen3", "32B", "qwen3-32b"},
    {"qwen3", "30B-A3B", "qwen3-30b-a3b"},
    {"qwen3", "235B-A22B", "qwen3-235b-a22b"},
    {"deepseek_v3", "16B", "deepseek-v2-lite-16b"},
    {"deepseek_v3", "236B", "deepseek-v2-236b"},
    {"deepseek_v3", "671B", "deepseek-v3-671b"},
    {"gpt_oss", "20b", "gpt-oss-20b"},
    {"gpt_oss", "120b", "gpt-oss-120b"},
});

std::string comparable(std::string_view words) {
  std::string out = lower_case(words);
  std::ranges::replace(out, ' ', '_');
  std::ranges::replace(out, '-', '_');
  std::ranges::replace(out, '.', '_');
  return out;
}

}  // namespace

const TorchtitanModel* torchtitan_model(std::string_view preset) {
  const auto* const row = std::ranges::find(models, preset, &TorchtitanModel::preset);
  return row == models.end() ? nullptr : row;
}

const TorchtitanModel* torchtitan_model_named(std::string_view words) {
  const std::string wanted = comparable(words);
  const auto* const row = std::ranges::find_if(models, [&](const TorchtitanModel& each) {
    return comparable(std::string(each.name) + ' ' + std::string(each.flavor)) == wanted;
  });
  return row == models.end() ? nullptr : row;
}

}  // namespace zp
