// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/shell/shell_script.h"
#include "core/text/limits.h"

/// Variables of a shell script during reading, and the expansion of its words. Internal to this folder.
namespace zp {

/// A variable: one text, or the elements of an array, which are named in an associative one (declare -A).
struct ShellVariable {
  std::vector<ShellWord> items;
  bool is_array = false;
  bool is_map = false;
  std::vector<std::string> keys = {};  ///< of an associative array, in the order of `items`

  /// Returns the element with this name; nullptr if there is none.
  [[nodiscard]] const ShellWord* at(std::string_view key) const;
  bool operator==(const ShellVariable& other) const;
};

/// Returns the text of a word without the marks around undetermined parts.
std::string as_written(std::string text);

class ShellState {
 public:
  /// `script` is the text that offsets refer to. `output_of` returns the output of a command; nullopt if the
  /// script does not determine it.
  ShellState(std::string_view script, ShellVariables variables,
             std::function<std::optional<std::string>(std::string_view command)> output_of);

  /// Expands a raw word: to no word for an empty variable without quotes, to several for an array or a text
  /// with blanks.
  std::vector<ShellWord> expanded(std::string_view raw);
  /// Expands a raw word where the shell does not split words: in assignments, tests and `case`.
  ShellWord expanded_whole(std::string_view raw);
  /// Expands a here-document.
  ShellWord expanded_document(std::string_view body);

  /// Makes a variable an associative array without elements, unless it is one.
  void make_map(const std::string& name);
  /// Executes NAME=value, NAME+=value, NAME=(…) and NAME[i]=value; returns false for any other word.
  bool assign(std::string_view raw);
  void set(std::string name, std::vector<ShellWord> items, bool is_array = false);
  /// Marks a variable as undetermined.
  void forget(const std::string& name);
  [[nodiscard]] const ShellVariable* find(std::string_view name) const;
  [[nodiscard]] std::size_t place_of(std::string_view raw) const;

  [[nodiscard]] std::optional<std::int64_t> number_of(std::string_view expression);

  std::map<std::string, ShellVariable, std::less<>> variables;
  std::vector<std::string> arguments;  ///< $1, $2 … of a function
  bool is_in_function = false;
  std::map<std::string, std::size_t, std::less<>>
      assumed_unset;            ///< names that a default assumes to be unset
  std::size_t outer_place = 0;  ///< offset for texts that are not part of the script

  /// Returns the text, cut after most_filled_in characters in all.
  std::string taken(std::string text);

 private:
  struct Value {
    std::vector<ShellWord> words;
    bool is_set = true;
    bool is_list = false;   ///< "${NAME[@]}": every element is a word, even in quotes
    bool is_whole = false;  ///< words from quotes inside the expansion, which are not split
  };
  class Filler;
  Value parameter(std::string_view inside, std::string_view whole);
  void assign_to_map(const std::string& name, std::string_view key, std::string_view raw, bool is_added);
  Value base_value(std::string_view name, std::string_view whole);
  Value changed(Value value, std::string_view rest, const Value& open);
  Value dollar(std::string_view text, std::size_t& size);
  [[nodiscard]] std::size_t end_of_assignment(const ShellWord& from) const;
  [[nodiscard]] std::size_t place_in(const ShellWord& from, std::string_view piece, std::size_t begin,
                                     std::size_t end) const;

  std::string_view script_;
  std::function<std::optional<std::string>(std::string_view)> output_of_;
  std::size_t room_ = most_filled_in;
  int depth_ = 0;
};

}  // namespace zp
