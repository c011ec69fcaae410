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
/// argparse, fields of classes, and options set in a command. Internal to this folder.
class PythonNames : protected PythonExpressions {
 protected:
  using Scope = std::map<std::string, TextNode, std::less<>>;

  PythonNames(const std::string& text, const PythonOptions& given)
      : PythonExpressions(text), scopes_(1), given_(given) {}

  /// Returns the value "${name}", for a name whose value is known only when the program runs.
  static TextNode open_name(const std::string& name, TextSpan span);

  [[nodiscard]] const TextNode* assigned(std::string_view name) const;
  [[nodiscard]] const TextNode* known(const std::string& name) const override;
  /// Returns true if the command that starts the program sets the option.
  [[nodiscard]] bool is_given(const std::string& option) const { return given_.contains(option); }
  [[nodiscard]] PythonTruth truth_of_condition(std::string_view condition);
  /// Sets the default of an option. An option with two different defaults becomes unknown.
  void set_option(const std::string& name, TextNode value);
  /// Parses the value at an offset again, without moving; nullopt if the value does not end at `end`.
  std::optional<TextNode> read_again(std::size_t place, std::size_t end);

  /// Evaluates the arithmetic expression `source`, whose position is `span`; nullopt if the value is known
  /// only when the program runs. Stores the options whose defaults were used under that position.
  std::optional<TextNode> number_from(std::string_view source, TextSpan span);

  /// Reads the files that stand behind the program's text.
  void read_loaded_files();
  /// Returns the name of the file in "x.yaml", `open("x.yaml")`, `Path("x.yaml")` or `os.path.join(…,
  /// "x.yaml")`; "" for any other value.
  [[nodiscard]] std::string file_named_by(const TextNode& node) const;

  /// Collects the names that the program calls with arguments, separately for names after a dot:
  /// trainer.train(x) does not call the program's own function train.
  void find_calls();
  [[nodiscard]] bool is_called(const std::string& function, bool is_method) const;
  [[nodiscard]] bool is_called_once(const std::string& function) const;

  std::map<std::size_t, std::string> defaults_;  ///< options by the offsets of their defaults
  /// Options set in the command, by the offsets of the numbers computed from them.
  std::map<std::size_t, std::set<std::string>> computed_;
  std::vector<Scope> scopes_;  ///< scopes of the module and of the enclosing functions
  Scope options_;              ///< options of argparse, and fields of classes
  std::set<std::string, std::less<>> classes_;
  std::set<std::string, std::less<>> option_makers_;  ///< functions that return the options of the command

 private:
  [[nodiscard]] bool keeps_positions() const override { return true; }
  /// Returns the value of `a if condition else b`, or of a condition, if the condition is decided.
  [[nodiscard]] std::optional<TextNode> value_of(TextSpan span) override;
  [[nodiscard]] std::optional<TextNode> value_of_call(const TextNode& call) override;
  /// Returns the default in `os.environ.get("MODEL", "x/y")`, assuming that the variable is not set.
  std::optional<TextNode> value_of_environment(const TextNode& call);
  /// Returns the member for `config.get("size", 4)`, if that dict is known.
  [[nodiscard]] std::optional<TextNode> member_with_get(const std::string& name, const TextNode& call);
  void note_computed(TextSpan span) override;
  /// Returns the option for a name such as args.batch_size; "" for any other name.
  [[nodiscard]] std::string option_in(const std::string& name) const;
  /// Returns the value of the option with this name in the command; nullopt if the command does not set it.
  [[nodiscard]] std::optional<std::string> given(const std::string& name) const;
  /// Returns false for a module and for an object from elsewhere: `config = load("x.yaml")`.
  [[nodiscard]] bool may_hold_options(const std::string& name) const;
  /// Returns the value of a name in a condition; nullopt if it is known only when the program runs.
  [[nodiscard]] std::optional<PythonOperand> operand(const std::string& name);
  [[nodiscard]] bool is_quoted(const TextNode& node) const;

  /// Returns the contents of the file that a call loads; nullptr for another call.
  [[nodiscard]] const TextNode* loaded_by(const TextNode& call) const;
  /// Returns the member for `config.model.name`, if `config` is a dict.
  [[nodiscard]] const TextNode* member_of_dict(const std::string& name) const;

  const PythonOptions& given_;
  Scope loaded_;                                                     ///< contents of files by their names
  Scope imported_options_;                                           ///< options of other modules
  std::map<std::string, int, std::less<>> called_, called_members_;  ///< with the number of calls
  std::set<std::string> asked_;  ///< options set in the command whose values were used last
  int nested_ = 0;
};

}  // namespace zp
