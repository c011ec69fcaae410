// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/user_folder.h"

#include <cstdlib>
#include <filesystem>

namespace zp {
namespace {

std::filesystem::path folder_in(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

}  // namespace

std::string user_config_path(std::string_view name) {
  std::filesystem::path config = folder_in("XDG_CONFIG_HOME");
  if (!config.is_absolute()) {
    const std::filesystem::path home = folder_in("HOME");
    if (home.empty()) return "";
    config = home / ".config";
  }
  return (config / "zero-planner" / name).string();
}

}  // namespace zp
