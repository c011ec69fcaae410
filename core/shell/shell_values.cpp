// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "core/shell/shell_marks.h"
#include "core/shell/shell_patterns.h"
#include "core/shell/shell_state.h"
#include "core/text/letters.h"

/// Expansions that begin with `$`: variables, parameter expansions, arithmetic and command output.
namespace zp {
namespace {

/// Returns the words after `echo` if they make up the whole command, `${ARGS}`; "" for any other command.
std::string_view words_of_echo(std::string_view command) {
  constexpr std::string_view name = "echo ";
  command.remove_prefix(std::min(command.find_first_not_of(" \t"), command.size()));
  if (!command.starts_with(name)) return {};
  command.remove_prefix(name.size());
  const bool is_one_variable = command.starts_with("${") && command.find('}') == command.size() - 1;
  return is_one_variable ? command : std::string_view();
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// Returns `count` characters starting at `from`; negative values of both count from the end.
std::string part_of(const std::string& text, std::int64_t from, std::optional<std::int64_t> count) {
  const auto size = static_cast<std::int64_t>(text.size());
  from = std::clamp<std::int64_t>(from < 0 ? size + from : from, 0, size);
  std::int64_t end = count ? (*count < 0 ? size + *count : from + *count) : size;
  end = std::clamp(end, from, size);
  return text.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(end - from));
}

}  // namespace

ShellState::Value ShellState::base_value(std::string_view name, std::string_view whole) {
  const ShellWord open = open_word_of(whole, place_of(whole));
  if (name == "@" || name == "*") {
    Value value{{}, is_in_function, true};
    for (const std::string& argument : arguments)
      value.words.push_back({argument, outer_place, true});
    return value;
  }
  if (name == "#") return {{{std::to_string(arguments.size()), 0, true}}};
  if (is_digits(name)) {
    const auto index = whole_number(name);
    if (is_in_function && index && *index > 0 && static_cast<std::size_t>(*index) <= arguments.size())
      return {{{arguments[static_cast<std::size_t>(*index) - 1], outer_place, true}}};
    return {{open}, index && *index == 0};
  }
  const ShellVariable* variable = find(name);
  if (variable == nullptr) return {{open}, name.empty() || !is_shell_name(name.front())};
  if (variable->items.empty()) return {{{"", 0, true}}};
  return {{variable->items.front()}};
}

/// Returns the value of `${inside}`; `whole` is its text with the braces.
ShellState::Value ShellState::parameter(std::string_view inside, std::string_view whole) {
  const Value open{{open_word_of(whole, place_of(whole))}};
  const bool is_length = inside.size() > 1 && inside.front() == '#';
  const bool is_indirect = inside.size() > 1 && inside.front() == '!';
  if (is_length || is_indirect) inside.remove_prefix(1);
  std::size_t size = name_size(inside);
  if (is_digits(
          inside.substr(0, size)))  // ${10} is the tenth argument, $10 is the first argument followed by a 0
    size = std::min(inside.find_first_not_of("0123456789"), inside.size());
  if (size == 0 && !inside.empty() &&
      std::string_view("@*#?$!-").find(inside.front()) != std::string_view::npos)
    size = 1;
  const std::string_view name = inside.substr(0, size);
  std::string_view rest = inside.substr(size);
  Value value = base_value(name, whole);
  if (rest.starts_with('[')) {
    const std::size_t end = rest.find(']');
    if (end == std::string_view::npos) return open;
    const std::string_view index = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    const ShellVariable* variable = find(name);
    const bool is_map = variable != nullptr && variable->is_map;
    if (is_map && is_indirect && (index == "@" || index == "*")) {
      Value names{{}, true, true};
      for (const std::string& key : variable->keys)
        names.words.push_back({key, place_of(whole), true});
      return names;
    }
    if (is_map && index != "@" && index != "*") {
      const ShellWord key = expanded_whole(index);
      if (!key.is_known) return open;
      const ShellWord* const item = variable->at(key.text);
      value = item == nullptr ? Value{{{"", 0, true}}, false} : Value{{*item}};
    } else if (index == "@" || index == "*") {
      if (variable != nullptr) value = {variable->items, true, true};
    } else {
      const auto number = number_of(index);
      if (!number || variable == nullptr) return open;
      const auto count = static_cast<std::int64_t>(variable->items.size());
      const std::int64_t at = *number < 0 ? count + *number : *number;
      if (at < 0 || at >= count) return {{{"", 0, true}}, false};
      value = {{variable->items[static_cast<std::size_t>(at)]}};
    }
  }
  const bool is_known = std::ranges::all_of(value.words, &ShellWord::is_known);
  if (is_indirect)
    return is_known && value.words.size() == 1 && rest.empty() ? base_value(value.words[0].text, whole)
                                                               : open;
  if (is_length) {
    if (!is_known || !value.is_set) return open;
    const std::size_t length = value.is_list         ? value.words.size()
                               : value.words.empty() ? 0
                                                     : value.words[0].text.size();
    return {{{std::to_string(length), 0, true}}};
  }
  if (rest.empty()) return value;
  const bool with_colon =
      rest.starts_with(":-") || rest.starts_with(":=") || rest.starts_with(":+") || rest.starts_with(":?");
  const char sign = rest[with_colon ? 1 : 0];
  if (with_colon || sign == '-' || sign == '=' || sign == '+' || sign == '?') {
    const std::string_view other = rest.substr(with_colon ? 2 : 1);
    if (value.is_set && !is_known) return open;
    const bool is_empty =
        std::ranges::all_of(value.words, [](const ShellWord& word) { return word.text.empty(); });
    const bool is_missing =
        !value.is_set || (with_colon && is_empty) || (value.is_list && value.words.empty());
    if (!value.is_set) assumed_unset.try_emplace(std::string(name), place_of(whole));
    // "${NAME[@]+"${NAME[@]}"}": the elements of an array that may be empty
    const bool is_of_list = value.is_list && sign == '+';
    if (is_of_list && is_missing) return {{}, true, true};
    if (is_of_list && other.starts_with('"') && other.ends_with('"'))
      return {expanded(other), true, true, true};
    if (sign == '+') return is_missing ? Value{{{"", 0, true}}} : Value{{expanded_whole(other)}};
    if (!is_missing) return value;
    if (sign == '?') return open;
    Value made{{expanded_whole(other)}};
    if (sign == '=') set(std::string(name), made.words);
    return made;
  }
  if (!is_known || !value.is_set) return open;
  return changed(std::move(value), rest, open);
}

/// Applies the operator after the name to the value.
ShellState::Value ShellState::changed(Value value, std::string_view rest, const Value& open) {
  const char sign = rest.front();
  const bool is_double = rest.size() > 1 && rest[1] == sign;
  const std::string_view behind = rest.substr(is_double ? 2 : 1);
  if (sign == '^' || sign == ',') {
    for (ShellWord& word : value.words) {
      const std::size_t count = is_double ? word.text.size() : std::min<std::size_t>(word.text.size(), 1);
      std::transform(word.text.begin(), word.text.begin() + static_cast<std::ptrdiff_t>(count),
                     word.text.begin(), [&](char c) {
                       const bool is_lower = c >= 'a' && c <= 'z', is_upper = c >= 'A' && c <= 'Z';
                       return sign == '^' && is_lower   ? static_cast<char>(c - 'a' + 'A')
                              : sign == ',' && is_upper ? static_cast<char>(c - 'A' + 'a')
                                                        : c;
                     });
    }
    return value;
  }
  if (sign == '%' || sign == '#') {
    const ShellWord pattern = expanded_whole(behind);
    if (!pattern.is_known) return open;
    for (ShellWord& word : value.words)
      word.text = sign == '%' ? without_suffix(word.text, pattern.text, is_double)
                              : without_prefix(word.text, pattern.text, is_double);
    return value;
  }
  if (sign == '/') {
    const std::size_t middle = behind.find('/');
    const ShellWord pattern = expanded_whole(behind.substr(0, middle));
    const ShellWord by =
        expanded_whole(middle == std::string_view::npos ? std::string_view() : behind.substr(middle + 1));
    if (!pattern.is_known || !by.is_known) return open;
    for (ShellWord& word : value.words)
      word.text = taken(with_replaced(word.text, pattern.text, by.text, is_double));
    return value;
  }
  if (sign == ':' && !value.is_list) {
    const std::size_t middle = rest.find(':', 1);
    const auto from = number_of(rest.substr(1, middle == std::string_view::npos ? middle : middle - 1));
    const bool has_count = middle != std::string_view::npos;
    const auto count = has_count ? number_of(rest.substr(middle + 1)) : std::nullopt;
    if (!from || (has_count && !count)) return open;
    for (ShellWord& word : value.words)
      word.text = part_of(word.text, *from, count);
    return value;
  }
  return open;
}

/// Returns the value of the expansion at the beginning of `text`, and its size; size 0 for a literal `$`.
ShellState::Value ShellState::dollar(std::string_view text, std::size_t& size) {
  const auto printed = [&](std::string_view command, std::string_view whole) -> Value {
    const bool is_too_deep = ++depth_ > deepest_value;
    const auto output = is_too_deep ? std::nullopt : output_of_(command);
    // echo prints undetermined words in their written form: $(echo ${ARGS}).
    const std::string_view words = output || is_too_deep ? std::string_view() : words_of_echo(command);
    const ShellWord echoed = words.empty() ? ShellWord() : expanded_whole(words);
    --depth_;
    if (output) return {{ShellWord{*output, place_of(whole), true}}};
    if (!words.empty()) return {{echoed}};
    return {{open_word_of(whole, place_of(whole))}};
  };
  if (text.front() == '`') {
    const std::size_t end = text.find('`', 1);
    if (end == std::string_view::npos) return {};
    size = end + 1;
    return printed(text.substr(1, end - 1), text.substr(0, size));
  }
  const std::string_view next = text.substr(1);
  // bash still accepts the older $[…], which its manual no longer describes
  if (next.starts_with("((") || next.starts_with('[')) {
    size = 1 + end_of_shell_brackets(next, 0);
    const std::string_view whole = text.substr(0, size);
    const bool is_double = next.starts_with('(');
    if (!whole.ends_with(is_double ? "))" : "]")) return {{open_word_of(whole, place_of(whole))}};
    const std::string_view inside = whole.substr(is_double ? 3 : 2, whole.size() - (is_double ? 5 : 3));
    const auto number = ++depth_ > deepest_value ? std::nullopt : number_of(inside);
    --depth_;
    return {{number ? ShellWord{std::to_string(*number), place_of(whole), true}
                    : open_word_of(whole, place_of(whole))}};
  }
  if (next.starts_with('(')) {
    size = 1 + end_of_shell_brackets(next, 0);
    const std::string_view whole = text.substr(0, size);
    return printed(whole.ends_with(')') ? whole.substr(2, whole.size() - 3) : whole.substr(2), whole);
  }
  if (next.starts_with('{')) {
    size = 1 + end_of_shell_brackets(next, 0);
    const std::string_view whole = text.substr(0, size);
    if (!whole.ends_with('}')) return {{open_word_of(whole, place_of(whole))}};
    return parameter(whole.substr(2, whole.size() - 3), whole);
  }
  std::size_t count = name_size(next);
  if (count == 0 && !next.empty() && std::string_view("@*#?$!-").find(next.front()) != std::string_view::npos)
    count = 1;
  if (count == 0) return {};
  size = 1 + count;
  return base_value(next.substr(0, count), text.substr(0, size));
}

}  // namespace zp
