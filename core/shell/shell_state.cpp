// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shell/shell_state.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "core/shell/shell_arithmetic.h"
#include "core/shell/shell_patterns.h"
#include "core/shell/shell_words.h"
#include "core/text/letters.h"

namespace zp {
namespace {

/// Words in words beyond this depth stay as they are written.
constexpr int deepest_value = 30;

/// Characters around text that stays as it is written, because the script does not decide it. Inside them no
/// word is split.
constexpr char open_begin = '\1', open_end = '\2';

ShellWord open_word_of(std::string_view written, std::size_t place) {
  return {open_begin + std::string(written) + open_end, place, false};
}

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::size_t name_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && is_shell_name(text[size]))
    ++size;
  return size > 0 && text.front() >= '0' && text.front() <= '9' ? 1 : size;
}

/// Returns the characters from `from` on, `count` of them; both count from the end if they are negative.
std::string part_of(const std::string& text, std::int64_t from, std::optional<std::int64_t> count) {
  const auto size = static_cast<std::int64_t>(text.size());
  from = std::clamp<std::int64_t>(from < 0 ? size + from : from, 0, size);
  std::int64_t end = count ? (*count < 0 ? size + *count : from + *count) : size;
  end = std::clamp(end, from, size);
  return text.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(end - from));
}

}  // namespace

std::string as_written(std::string text) {
  std::erase_if(text, [](char c) { return c == open_begin || c == open_end; });
  return text;
}

bool ShellVariable::operator==(const ShellVariable& other) const {
  return is_array == other.is_array &&
         std::ranges::equal(items, other.items, [](const ShellWord& a, const ShellWord& b) {
           return a.text == b.text && a.is_known == b.is_known;
         });
}

ShellState::ShellState(std::string_view script, ShellVariables variables_given,
                       std::function<std::optional<std::string>(std::string_view)> output_of)
    : script_(script), output_of_(std::move(output_of)) {
  for (auto& [name, text] : variables_given)
    set(name, {ShellWord{std::move(text), 0, true}});
}

/// Makes the words of a raw word.
class ShellState::Filler {
 public:
  Filler(ShellState& state, std::string_view raw, bool splits)
      : state_(state), place_(state.place_of(raw)), splits_(splits) {
    if (++state_.depth_ > deepest_value) {
      add(open_word_of(raw, 0).text);
      words_.back().is_known = false;
    } else {
      fill(raw, false);
    }
    --state_.depth_;
  }

  /// Fills in a here-document, in which quotes are text.
  static ShellWord document(ShellState& state, std::string_view body) {
    Filler filler(state, "", false);
    filler.place_ = state.place_of(body);
    filler.fill(body, true);
    return filler.whole();
  }

  std::vector<ShellWord> words() { return std::move(words_); }
  ShellWord whole() {
    ShellWord all{"", place_, true};
    for (std::size_t i = 0; i < words_.size(); ++i) {
      all.text += (i > 0 ? " " : "") + words_[i].text;
      all.is_known = all.is_known && words_[i].is_known;
      if (words_.size() == 1) all.place = words_[i].place;
    }
    return all;
  }

 private:
  ShellWord& open_word() {
    if (!is_open_) words_.push_back({"", place_, true});
    is_open_ = true;
    return words_.back();
  }
  void add(std::string_view text) { open_word().text += text; }
  void end_word() { is_open_ = false; }

  void fill(std::string_view raw, bool is_document) {
    while (!raw.empty()) {
      const char c = raw.front();
      if (c == '\\' && raw.size() > 1) {
        const bool stays = is_document && raw[1] != '$' && raw[1] != '`' && raw[1] != '\\' && raw[1] != '\n';
        if (stays) add(raw.substr(0, 1));
        if (raw[1] != '\n') add(raw.substr(1, 1));
        raw.remove_prefix(2);
      } else if (c == '\'' && !is_document) {
        const std::size_t end = std::min(raw.find('\'', 1), raw.size());
        add(raw.substr(1, end - 1));
        raw.remove_prefix(std::min(end + 1, raw.size()));
      } else if (c == '"' && !is_document) {
        raw.remove_prefix(1);
        fill_quoted(raw);
      } else if (c == '$' || c == '`') {
        raw.remove_prefix(take_value(raw, is_document));
      } else {
        add(raw.substr(0, 1));
        raw.remove_prefix(1);
      }
    }
  }

  /// Fills in the text up to the closing quote, and takes both off `raw`.
  void fill_quoted(std::string_view& raw) {
    (void)open_word();
    while (!raw.empty() && raw.front() != '"') {
      const char c = raw.front();
      if (c == '\\' && raw.size() > 1) {
        const bool is_escape = std::string_view("$`\"\\\n").find(raw[1]) != std::string_view::npos;
        if (!is_escape) add(raw.substr(0, 1));
        if (raw[1] != '\n') add(raw.substr(1, 1));
        raw.remove_prefix(2);
      } else if (c == '$' || c == '`') {
        raw.remove_prefix(take_value(raw, true));
      } else {
        add(raw.substr(0, 1));
        raw.remove_prefix(1);
      }
    }
    if (!raw.empty()) raw.remove_prefix(1);
  }

  /// Adds the value of what begins with `$` or a backquote; returns the number of its characters.
  std::size_t take_value(std::string_view raw, bool is_quoted) {
    std::size_t size = 0;
    Value value = state_.dollar(raw, size);
    if (size == 0) {
      add(raw.substr(0, 1));
      return 1;
    }
    if (is_quoted || !splits_)
      add_whole(value, is_quoted);
    else
      add_split(value);
    return size;
  }

  void add_whole(const Value& value, bool is_quoted) {
    for (std::size_t i = 0; i < value.words.size(); ++i) {
      const bool is_own = value.is_list && is_quoted && splits_;
      if (i > 0 && is_own) end_word();
      if (i > 0 && !is_own) add(" ");
      add_from(value.words[i], value.words[i].text);
    }
    if (value.words.empty() && value.is_list && is_open_ && words_.back().text.empty()) {
      words_.pop_back();  // "${NAME[@]}" of an empty array is no word
      is_open_ = false;
    }
  }

  void add_from(const ShellWord& from, std::string_view text) {
    ShellWord& word = open_word();
    if (word.text.empty() && from.place != 0) word.place = from.place;
    word.is_known = word.is_known && from.is_known;
    word.text += state_.taken(std::string(text));
  }

  void add_split(const Value& value) {
    for (std::size_t i = 0; i < value.words.size(); ++i) {
      const ShellWord& from = value.words[i];
      if (i > 0) end_word();
      std::string_view text = from.text;
      while (!text.empty()) {
        if (is_shell_blank(text.front())) {
          end_word();
          text.remove_prefix(1);
          continue;
        }
        const std::size_t end = end_of_piece(text);
        ShellWord piece = from;
        piece.is_known = text.substr(0, end).find(open_begin) == std::string_view::npos;
        piece.place = state_.place_in(from, text.substr(0, end));
        add_from(piece, text.substr(0, end));
        text.remove_prefix(end);
      }
    }
  }

  /// Returns the end of the text up to a blank outside of what the script leaves open.
  static std::size_t end_of_piece(std::string_view text) {
    std::size_t end = 0;
    bool is_in_open = false;
    while (end < text.size() && (is_in_open || !is_shell_blank(text[end]))) {
      if (text[end] == open_begin) is_in_open = true;
      if (text[end] == open_end) is_in_open = false;
      ++end;
    }
    return end;
  }

  ShellState& state_;
  std::size_t place_;
  bool splits_, is_open_ = false;
  std::vector<ShellWord> words_;
};

std::vector<ShellWord> ShellState::expanded(std::string_view raw) { return Filler(*this, raw, true).words(); }
ShellWord ShellState::expanded_whole(std::string_view raw) { return Filler(*this, raw, false).whole(); }
ShellWord ShellState::expanded_document(std::string_view body) { return Filler::document(*this, body); }

std::size_t ShellState::place_of(std::string_view raw) const {
  const bool is_inside = raw.data() >= script_.data() && raw.data() <= script_.data() + script_.size();
  return is_inside ? static_cast<std::size_t>(raw.data() - script_.data()) : outer_place;
}

/// Returns the place of a piece of a variable's text, which is searched behind the variable's assignment.
std::size_t ShellState::place_in(const ShellWord& from, std::string_view piece) const {
  constexpr std::size_t farthest = 20'000;
  const std::size_t found =
      script_.substr(0, std::min(script_.size(), from.place + farthest)).find(piece, from.place);
  return found == std::string_view::npos ? from.place : found;
}

/// Returns the text if there is room for it, and "" for the rest of the script if not.
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
  variables[std::move(name)] = {std::move(items), is_array};
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
    if (index == "@" || index == "*") {
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
    const bool is_missing = !value.is_set || (with_colon && is_empty);
    if (!value.is_set) assumed_unset.try_emplace(std::string(name), place_of(whole));
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

/// Returns the words as the sign behind the name changes them.
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

/// Returns the value of what begins `text` with `$` or a backquote, and its size; 0 for a `$` that is text.
ShellState::Value ShellState::dollar(std::string_view text, std::size_t& size) {
  const auto printed = [&](std::string_view command, std::string_view whole) -> Value {
    const auto output = ++depth_ > deepest_value ? std::nullopt : output_of_(command);
    --depth_;
    return {{output ? ShellWord{*output, place_of(whole), true} : open_word_of(whole, place_of(whole))}};
  };
  if (text.front() == '`') {
    const std::size_t end = text.find('`', 1);
    if (end == std::string_view::npos) return {};
    size = end + 1;
    return printed(text.substr(1, end - 1), text.substr(0, size));
  }
  const std::string_view next = text.substr(1);
  if (next.starts_with("((")) {
    size = 1 + end_of_shell_brackets(next, 0);
    const std::string_view whole = text.substr(0, size);
    if (!whole.ends_with("))")) return {{open_word_of(whole, place_of(whole))}};
    const auto number =
        ++depth_ > deepest_value ? std::nullopt : number_of(whole.substr(3, whole.size() - 5));
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
