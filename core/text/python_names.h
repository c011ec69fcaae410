// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/python_condition.h"
#include "core/text/python_expressions.h"
#include "core/text/python_program.h"

namespace zp {

/// The names of a Python program with their values: variables in their scopes, parameters, options of
/// argparse and fields of classes, and those that a command gives. Internal to this folder.
class PythonNames : protected PythonExpressions {
 protected:
  using Scope = std::map<std::string, TextNode, std::less<>>;

  PythonNames(const std::string& text, const PythonOptions& given)
      : PythonExpressions(text), scopes_(1), given_(given) {}

  /// Returns the value "${name}" of a name that only running the program would tell.
  static TextNode open_name(const std::string& name, TextSpan span);

  [[nodiscard]] const TextNode* assigned(std::string_view name) const;
  [[nodiscard]] const TextNode* known(const std::string& name) const override;
  /// Returns true if the command that starts the program gives the option.
  [[nodiscard]] bool is_given(const std::string& option) const { return given_.contains(option); }
  [[nodiscard]] PythonTruth truth_here(std::string_view condition);
  /// Sets the default of an option. One that has two different ones is open.
  void set_option(const std::string& name, TextNode value);
  /// Reads the value at a place once more, and stays where it is; nothing if it does not end at `end`.
  std::optional<TextNode> read_again(std::size_t place, std::size_t end);

  /// Returns the number that a source of arithmetic comes to, at the place `span`; nothing if only running
  /// the program would tell. An option whose default it rests on is noted at that place.
  std::optional<TextNode> number_from(std::string_view source, TextSpan span);

  /// Collects the names that the program calls with arguments, those behind a dot apart: trainer.train(x) is
  /// no call of its own function train.
  void find_calls();
  [[nodiscard]] bool is_called(const std::string& function, bool is_method) const;
  [[nodiscard]] bool is_called_once(const std::string& function) const;

  std::map<std::size_t, std::string> defaults_;  ///< options under the places of their defaults
  /// Options that the command gives, under the places of the numbers that are computed from them.
  std::map<std::size_t, std::set<std::string>> computed_;
  std::vector<Scope> scopes_;  ///< the module's, and those of the functions around
  Scope options_;              ///< of argparse, and fields of classes
  std::set<std::string, std::less<>> classes_;

 private:
  [[nodiscard]] bool keeps_positions() const override { return true; }
  /// Returns the value of `a if condition else b`, and of a condition, where the condition is decided.
  [[nodiscard]] std::optional<TextNode> value_of(TextSpan span) override;
  [[nodiscard]] std::optional<TextNode> value_of_call(const TextNode& call) override;
  /// Returns the default of `os.environ.get("MODEL", "x/y")`, which counts unless the variable is set.
  std::optional<TextNode> value_of_environment(const TextNode& call);
  /// Returns the member of `config.get("size", 4)`, if that dict is known.
  [[nodiscard]] std::optional<TextNode> member_with_get(const std::string& name, const TextNode& call);
  void note_computed(TextSpan span) override;
  /// Returns the option that a name like args.batch_size means; "" for another name.
  [[nodiscard]] std::string option_in(const std::string& name) const;
  /// Returns the value that the command gives the option of this name; nothing if it gives none.
  [[nodiscard]] std::optional<std::string> given(const std::string& name) const;
  /// Returns false for a module and for an object that comes from elsewhere: `config = load("x.yaml")`.
  [[nodiscard]] bool may_hold_options(const std::string& name) const;
  /// Returns the value of a name in a condition; nothing if only running the program would tell.
  [[nodiscard]] std::optional<PythonOperand> operand(const std::string& name);
  [[nodiscard]] bool is_quoted(const TextNode& node) const;

  const PythonOptions& given_;
  std::map<std::string, int, std::less<>> called_, called_members_;  ///< with the number of calls
  std::set<std::string> asked_;  ///< given options whose values were asked for last
  int nested_ = 0;
};

}  // namespace zp
