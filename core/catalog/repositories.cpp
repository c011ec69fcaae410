// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/repositories.h"

#include <algorithm>
#include <array>

namespace zp {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Returns true for a valid name of an owner or a repository on Hugging Face.
bool is_repository_part(std::string_view part) {
  return !part.empty() && is_letter_or_digit(part.front()) && std::ranges::all_of(part, [](char c) {
    return is_letter_or_digit(c) || c == '-' || c == '_' || c == '.';
  });
}

/// Usual names of folders with weights; models, datasets and spaces are not account names on Hugging Face.
constexpr auto folder_names = std::to_array<std::string_view>(
    {"models", "model", "hf_models", "base_models", "pretrained", "pretrained_models", "pretrained_model",
     "checkpoints", "checkpoint", "ckpts", "ckpt", "weights", "model_zoo", "outputs", "output", "data"});

}  // namespace

std::string repository_beside(std::string_view name, const ModelPreset& preset) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos || name == preset.hf_id) return {};
  const std::string_view owner = name.substr(0, slash);
  if (std::ranges::find(folder_names, owner) != folder_names.end()) return {};
  const bool is_one = is_repository_part(owner) && is_repository_part(name.substr(slash + 1));
  return is_one ? std::string(name) : std::string();
}

}  // namespace zp
