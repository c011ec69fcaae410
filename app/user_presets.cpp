// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/user_presets.h"

#include <string>

#include "app/output.h"
#include "core/catalog/user_presets.h"

namespace zp::app {
namespace {

Catalog& presets_of_commands() {
  static Catalog presets = catalog();
  return presets;
}

}  // namespace

void use_user_presets() {
  const UserPresets found = read_user_presets(user_presets_path());
  presets_of_commands() = catalog_with(found.presets);
  for (const std::string& problem : found.problems)
    complain(problem);
}

const Catalog& offered_presets() { return presets_of_commands(); }

}  // namespace zp::app
