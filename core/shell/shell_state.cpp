// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shell/shell_state.h"

#include <algorithm>
#include <utility>

#include "core/shell/shell_arithmetic.h"
#include "core/shell/shell_marks.h"
#include "core/shell/shell_words.h"

namespace zp {

std::string as_written(std::string text) {
  std::erase_if(text, [](char c) { return c == open_begin || c == open_end; });
  return text;
}

bool ShellVariable::operator==(const ShellVariable& other) const {
  return is_array == other.is_array && is_map == other.is_map && keys == other.keys &&
         std::ranges::equal(items, other.items, [](const ShellWord& a, const ShellWord& b) {
           return a.text == b.text && a.is_known == b.is_known;
         });
}

const ShellWord* ShellVariable::at(std::string_view key) const {
  const auto found = std::ranges::find(keys, key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

ShellState::ShellState(std::string_view script, ShellVariables variables_given,
                       std::function<std::optional<std::string>(std::string_view)> output_of)
    : script_(script), output_of_(std::move(output_of)) {
  for (auto& [name, text] : variables_given)
    set(name, {ShellWord{std::move(text), 0, true}});
}

std::size_t ShellState::place_of(std::string_view raw) const {
  const bool is_inside = raw.data() >= script_.data() && raw.data() <= script_.data() + script_.size();
  return is_inside ? static_cast<std::size_t>(raw.data() - script_.data()) : outer_place;
}

/// Returns the end of the word that assigns the variable, within the searched range.
std::size_t ShellState::end_of_assignment(const ShellWord& from) const {
  constexpr std::size_t farthest = 20'000;
  if (from.place >= script_.size()) return from.place;
  return end_of_shell_word(script_.substr(0, std::min(script_.size(), from.place + farthest)), from.place);
}

/// Returns the offset of a piece of a variable's text between two offsets of its assignment; the offset of
/// the assignment if the piece comes from another variable.
std::size_t ShellState::place_in(const ShellWord& from, std::string_view piece, std::size_t begin,
                                 std::size_t end) const {
  const std::string_view assigned = script_.substr(0, std::min(end, script_.size()));
  const auto is_edge = [&](std::size_t at) {
    constexpr std::string_view edges = "\"'=()\\";
    return at >= assigned.size() || is_shell_blank(assigned[at]) ||
           edges.find(assigned[at]) != std::string_view::npos;
  };
  if (piece.empty() || begin > assigned.size()) return from.place;
  for (std::size_t at = assigned.find(piece, begin); at != std::string_view::npos;
       at = assigned.find(piece, at + 1))
    if ((at == 0 || is_edge(at - 1)) && is_edge(at + piece.size())) return at;
  return from.place;
}

/// Returns the text if the limit on characters allows it; else "", for the rest of the script.
std::string ShellState::taken(std::string text) {
  if (text.size() > room_) return "";
  room_ -= text.size();
  return text;
}

const ShellVariable* ShellState::find(std::string_view name) const {
  const auto found = variables.find(name);
  return found == variables.end() ? nullptr : &found->second;
}

void ShellState::set(std::string name, std::vector<ShellWord> items, bool is_array) {
  variables[std::move(name)] = {.items = std::move(items), .is_array = is_array};
}

void ShellState::forget(const std::string& name) { set(name, {open_word_of("$" + name, outer_place)}); }

std::optional<std::int64_t> ShellState::number_of(std::string_view expression) {
  const ShellWord text = expanded_document(expression);
  if (!text.is_known) return std::nullopt;
  return shell_arithmetic(text.text, [this](std::string_view name) -> std::optional<std::string> {
    const ShellVariable* variable = find(name);
    if (variable == nullptr || variable->items.empty() || !variable->items.front().is_known)
      return std::nullopt;
    return variable->items.front().text;
  });
}

void ShellState::make_map(const std::string& name) {
  ShellVariable& variable = variables[name];
  if (!variable.is_map) variable = {.items = {}, .is_array = true, .is_map = true};
}

/// Sets an element of an associative array; an unknown name makes the whole array unknown.
void ShellState::assign_to_map(const std::string& name, std::string_view key, std::string_view raw,
                               bool is_added) {
  const ShellWord known_key = expanded_whole(key);
  ShellWord value = expanded_whole(raw);
  ShellVariable& variable = variables[name];
  constexpr std::size_t most_items = 10'000;
  if (!known_key.is_known || variable.items.size() >= most_items) return forget(name);
  const auto found = std::ranges::find(variable.keys, known_key.text);
  if (found == variable.keys.end()) {
    variable.keys.push_back(known_key.text);
    variable.items.push_back(std::move(value));
    return;
  }
  ShellWord& item = variable.items[static_cast<std::size_t>(found - variable.keys.begin())];
  if (!is_added) {
    item = std::move(value);
    return;
  }
  item.text = taken(item.text + value.text);
  item.is_known = item.is_known && value.is_known;
}

bool ShellState::assign(std::string_view raw) {
  const std::size_t size = name_size(raw);
  if (size == 0 || is_digits(raw.substr(0, 1))) return false;
  std::string name(raw.substr(0, size));
  std::string_view rest = raw.substr(size);
  std::optional<std::string_view> index;
  if (rest.starts_with('[')) {
    const std::size_t end = rest.find(']');
    if (end == std::string_view::npos) return false;
    index = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
  }
  const bool is_added = rest.starts_with("+=");
  if (!is_added && !rest.starts_with('=')) return false;
  rest.remove_prefix(is_added ? 2 : 1);
  const ShellVariable* before = find(name);
  if (before != nullptr && before->is_map && index) {
    assign_to_map(name, *index, rest, is_added);
    return true;
  }
  if (before != nullptr && before->is_map && rest.starts_with('(') && rest.ends_with(')')) {
    if (!is_added) variables.erase(name);
    make_map(name);
    for (const std::string_view word : raw_shell_words(rest.substr(1, rest.size() - 2))) {
      const std::size_t end = word.find("]=");
      if (word.starts_with('[') && end != std::string_view::npos && find(name)->is_map)
        assign_to_map(name, word.substr(1, end - 1), word.substr(end + 2), false);
      else
        forget(name);
    }
    return true;
  }
  std::vector<ShellWord> items = before != nullptr ? before->items : std::vector<ShellWord>();
  if (rest.starts_with('(') && rest.ends_with(')')) {
    if (!is_added) items.clear();
    for (const std::string_view word : raw_shell_words(rest.substr(1, rest.size() - 2)))
      std::ranges::move(expanded(word), std::back_inserter(items));
    set(std::move(name), std::move(items), true);
    return true;
  }
  ShellWord value = expanded_whole(rest);
  if (value.text.empty()) value.place = place_of(raw);
  if (index) {
    const auto at = number_of(*index);
    constexpr std::int64_t most_items = 10'000;
    if (!at || *at < 0 || *at > most_items) {
      forget(name);
      return true;
    }
    if (items.size() <= static_cast<std::size_t>(*at)) items.resize(static_cast<std::size_t>(*at) + 1);
    items[static_cast<std::size_t>(*at)] = std::move(value);
    set(std::move(name), std::move(items), true);
    return true;
  }
  if (is_added && !items.empty()) {
    items.front().text = taken(items.front().text + value.text);
    items.front().is_known = items.front().is_known && value.is_known;
    set(std::move(name), std::move(items), before->is_array);
    return true;
  }
  set(std::move(name), {std::move(value)});
  return true;
}

}  // namespace zp
