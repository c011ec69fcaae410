// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/named_option.h"

#include <sstream>
#include <utility>

namespace zp::app {

namespace {

constexpr char separator = '|';

}  // namespace

std::string listed(const std::vector<std::string>& names) {
  std::string words;
  for (std::size_t i = 0; i < names.size(); ++i)
    words += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + names[i];
  return words;
}

CLI::Validator one_of(std::vector<std::string> names) {
  std::string all;  // becomes the validator's name, from which names_in reads the list
  for (const std::string& each : names)
    all += each + separator;
  const auto refusal = [names = std::move(names)](const std::string& name) {
    return std::ranges::find(names, name) != names.end() ? std::string()
                                                         : "“" + name + "” is none of " + listed(names);
  };
  CLI::Validator validator(refusal, "");
  validator.name(all);
  return validator;
}

std::vector<std::string> names_in(CLI::Option& option) {
  std::vector<std::string> names;
  try {
    const std::string& all = option.get_validator(0)->get_name();
    if (!all.ends_with(separator)) return names;  // another validator's name
    std::istringstream listed(all);
    for (std::string name; std::getline(listed, name, separator);)
      names.push_back(name);
  } catch (const CLI::OptionNotFound&) {  // the option accepts any value
    return names;
  }
  return names;
}

}  // namespace zp::app
