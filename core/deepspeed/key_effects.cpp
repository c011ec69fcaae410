// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/key_effects.h"

#include <vector>

#include "core/deepspeed/key_effect_rows.h"

namespace zp {
namespace {

bool is_covered(std::string_view path, std::string_view by) {
  return path.starts_with(by) && (path.size() == by.size() || path[by.size()] == '.');
}

}  // namespace

std::span<const KeyEffectRow> key_effects() {
  static const std::vector<KeyEffectRow> all = [] {
    using namespace key_effect_rows;
    std::vector<KeyEffectRow> rows;
    for (const auto& group : {of_zero(), of_numbers(), of_features(), of_machines(), of_outputs()})
      rows.insert(rows.end(), group.begin(), group.end());
    return rows;
  }();
  return all;
}

const KeyEffectRow* key_effect_of(std::string_view path) {
  const KeyEffectRow* best = nullptr;
  for (const KeyEffectRow& row : key_effects())
    if (is_covered(path, row.covers) && (best == nullptr || row.covers.size() > best->covers.size()))
      best = &row;
  return best;
}

}  // namespace zp
