// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/named_option.h"

#include <utility>

namespace zp::app {

std::string listed(const std::vector<std::string>& names) {
  std::string words;
  for (std::size_t i = 0; i < names.size(); ++i)
    words += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + names[i];
  return words;
}

CLI::Validator one_of(std::vector<std::string> names) {
  const auto refusal = [names = std::move(names)](const std::string& name) {
    return std::ranges::find(names, name) != names.end() ? std::string()
                                                         : "“" + name + "” is none of " + listed(names);
  };
  return CLI::Validator(refusal, "");
}

}  // namespace zp::app
