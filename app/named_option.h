// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

/// Options whose value is one of a few names.
namespace zp::app {

/// Returns the names as a list: "throughput, cost or gpus".
std::string listed(const std::vector<std::string>& names);
/// Returns a validator that refuses any other name, with a message that lists all of them.
CLI::Validator one_of(std::vector<std::string> names);
/// Returns the names that such an option accepts; empty for any other option.
std::vector<std::string> names_in(CLI::Option& option);

template <class Rows>
std::vector<std::string> names_of(const Rows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows)
    names.emplace_back(row.name);
  return names;
}

/// Adds an option whose value is a row's name; it sets `value` to the row's `member`. The names are appended
/// to `help`.
template <class Rows, class Row, class Value>
CLI::Option* add_named_option(CLI::App& command, const char* option, Value& value, const Rows& rows,
                              Value Row::*member, const std::string& help) {
  const auto choose = [rows, member, &value](const std::string& name) {
    value = (*std::ranges::find(rows, name, &Row::name)).*member;
  };
  const std::vector<std::string> names = names_of(rows);
  return command.add_option_function<std::string>(option, choose, help + ": " + listed(names))
      ->check(one_of(names));
}

}  // namespace zp::app
