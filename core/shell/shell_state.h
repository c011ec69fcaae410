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

/// Variables of a shell script while it is read, and the expansion of its words. Internal to this folder.
namespace zp {

/// A variable: one text, or the elements of an array.
struct ShellVariable {
  std::vector<ShellWord> items;
  bool is_array = false;
  bool operator==(const ShellVariable& other) const;
};

/// Returns the text of a word without the marks around what the script leaves open.
std::string as_written(std::string text);

class ShellState {
 public:
  /// `script` gives places. `output_of` returns what a command prints; nothing if the script does not decide
  /// it.
  ShellState(std::string_view script, ShellVariables variables,
             std::function<std::optional<std::string>(std::string_view command)> output_of);

  /// Returns the words that a raw word becomes: none for an empty variable without quotes, several for an
  /// array or a text with blanks.
  std::vector<ShellWord> expanded(std::string_view raw);
  /// Returns the word that a raw word becomes where the shell splits no words: in assignments, tests, `case`.
  ShellWord expanded_whole(std::string_view raw);
  /// Returns a here-document with its variables filled in.
  ShellWord expanded_document(std::string_view body);

  /// Carries out NAME=value, NAME+=value, NAME=(…) and NAME[i]=value; returns false for another word.
  bool assign(std::string_view raw);
  void set(std::string name, std::vector<ShellWord> items, bool is_array = false);
  /// Makes a variable one that the script does not decide.
  void forget(const std::string& name);
  [[nodiscard]] const ShellVariable* find(std::string_view name) const;
  [[nodiscard]] std::size_t place_of(std::string_view raw) const;

  [[nodiscard]] std::optional<std::int64_t> number_of(std::string_view expression);

  std::map<std::string, ShellVariable, std::less<>> variables;
  std::vector<std::string> arguments;  ///< $1, $2 … of a function
  bool is_in_function = false;
  std::map<std::string, std::size_t, std::less<>> assumed_unset;  ///< names on which a default depended
  std::size_t outer_place = 0;  ///< of texts that are not part of the script

 private:
  struct Value {
    std::vector<ShellWord> words;
    bool is_set = true;
    bool is_list = false;  ///< "${NAME[@]}": each a word of its own even in quotes
  };
  class Filler;
  Value parameter(std::string_view inside, std::string_view whole);
  Value base_value(std::string_view name, std::string_view whole);
  Value changed(Value value, std::string_view rest, const Value& open);
  Value dollar(std::string_view text, std::size_t& size);
  [[nodiscard]] std::size_t end_of_assignment(const ShellWord& from) const;
  [[nodiscard]] std::size_t place_in(const ShellWord& from, std::string_view piece, std::size_t begin,
                                     std::size_t end) const;
  std::string taken(std::string text);

  std::string_view script_;
  std::function<std::optional<std::string>(std::string_view)> output_of_;
  std::size_t room_ = most_filled_in;
  int depth_ = 0;
};

}  // namespace zp
