// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/utf8.h"
#include "core/units/format.h"

namespace zp::text_io {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view blanks = " \t\n\r";

bool is_blank(char c) { return blanks.find(c) != std::string_view::npos; }
bool is_end_of_line(char c) { return c == '\n' || c == '\r'; }

/// Returns a short part of the text's first line for a message.
std::string shown(std::string_view text) {
  constexpr std::size_t enough = 256;  // bytes; more than shortened() keeps
  text = text.substr(0, enough);
  return shortened(text.substr(0, text.find_first_of("\r\n")));
}

/// A word without quotes that is not a string.
struct Literal {
  std::string_view word;
  NodeKind kind;
  bool value;
};
constexpr std::array<Literal, 3> literals = {{{"null", NodeKind::null, false},
                                              {"true", NodeKind::boolean, true},
                                              {"false", NodeKind::boolean, false}}};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view space = " \t\n\r\v\f\x1c\x1d\x1e\x1f";  // removed by Python's strip()
  const auto begin = text.find_first_not_of(space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(space) - begin + 1);
}

bool is_not_a_number(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(',') + 1);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text == "NaN" || text == "Infinity" || text == "nan" || text == "inf" || text == "Inf";
}

}  // namespace

void Reader::fail(std::size_t offset, std::string message, std::string fix) const {
  throw TextError{offset, "syntax", std::move(message), std::move(fix)};
}

void Reader::fail_end(std::string_view missing) const {
  const auto last = text_.find_last_not_of(blanks);
  fail(last == std::string_view::npos ? 0 : last + 1,
       "The text ends where " + std::string(missing) + " is expected.", "Add what is missing at the end.");
}

void Reader::count_value() {
  if (++values_ > most_config_values)
    throw TextError{at_, "too_many_values",
                    "The file holds more than " +
                        format_count(static_cast<std::int64_t>(most_config_values)) +
                        " values; no DeepSpeed configuration comes near that.",
                    "Give the file you meant."};
}

void Reader::skip_comment() {
  const std::size_t begin = at_;
  if (at(at_) == '/' && at(at_ + 1) == '*') {
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos)
      fail(begin, "The comment that begins here does not end.", "Add */ after it, or remove it.");
    at_ = end + 2;
  } else {
    at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
  }
  note(Leniency::comment, begin, at_);
}

char Reader::next() {
  while (true) {
    while (!at_end() && is_blank(text_[at_]))
      ++at_;
    const char c = at(at_);
    if (c == '#' || (c == '/' && (at(at_ + 1) == '/' || at(at_ + 1) == '*')))
      skip_comment();
    else
      return c;
  }
}

void Reader::read_separator(char closing, std::size_t end_of_value) {
  const char c = next();
  const bool closes = at_end() ? closing == '\0' : c == closing;
  if (c == ',') {
    const std::size_t comma = at_++;
    const char after = next();
    if (at_end() ? closing == '\0' : after == closing) note(Leniency::trailing_comma, comma, comma + 1);
  } else if (!closes && !at_end()) {
    note(Leniency::missing_comma, end_of_value, end_of_value);
  }
}

void Reader::read_key(TextNode& node) {
  const char first = next();
  const std::size_t begin = at_;
  if (first == '"' || first == '\'') {
    node.key = read_string();
    node.key_span = {begin, at_};
    return;
  }
  std::size_t end = begin;
  while (end < text_.size() && text_[end] != ':') {
    const char c = text_[end];
    if (c == '{' || c == '}' || c == '[' || c == ']' || c == ',')
      fail(end, std::string("Found ") + c + " where a key is expected.",
           "Look for a comma, brace or bracket too many or too few just before.");
    ++end;
  }
  if (end == text_.size()) {
    if (trimmed(text_.substr(begin)).empty()) fail_end("a closing brace");
    fail(begin, "Found " + shown(text_.substr(begin)) + " where a key is expected.",
         "Write a key in double quotes, a colon and a value.");
  }
  const std::string_view name = trimmed(text_.substr(begin, end - begin));
  if (name.empty()) fail(begin, "Found a colon without a key before it.", "Write the key in double quotes.");
  if (name.find_first_of(blanks) != std::string_view::npos)
    fail(begin, "Found " + shown(name) + " where a key is expected.",
         "Write the key in double quotes, and look for a missing comma or quote just before.");
  node.key = name;
  node.key_span = {begin, begin + name.size()};
  at_ = end;
  note(Leniency::unquoted_key, node.key_span.begin, node.key_span.end);
}

TextNode Reader::read_object(int depth, bool braces) {
  TextNode object;
  object.kind = NodeKind::object;
  object.span.begin = at_;
  if (braces) ++at_;
  const char closing = braces ? '}' : '\0';
  if (next() == '}' && braces) {
    object.span.end = ++at_;
    return object;
  }
  while (true) {
    TextNode member;
    read_key(member);
    if (next() != ':') {
      if (at_end()) fail_end("a colon and a value");
      fail(at_, "Found " + shown(text_.substr(at_)) + " where a colon is expected.",
           "Write a colon between the key and its value.");
    }
    ++at_;
    next();
    TextNode value = read_value(depth + 1);
    value.key = std::move(member.key);
    value.key_span = member.key_span;
    const std::size_t end_of_value = value.span.end;
    object.children.push_back(std::move(value));
    read_separator(closing, end_of_value);
    if (braces && at(at_) == '}' && !at_end()) {
      ++at_;
      break;
    }
    if (at_end()) {
      if (braces) fail_end("a closing brace");
      break;
    }
  }
  object.span.end = at_;
  return object;
}

TextNode Reader::read_array(int depth) {
  TextNode array;
  array.kind = NodeKind::array;
  array.span.begin = at_++;
  if (next() == ']') {
    array.span.end = ++at_;
    return array;
  }
  while (true) {
    if (at_end()) fail_end("a closing bracket");
    array.children.push_back(read_value(depth + 1));
    read_separator(']', array.children.back().span.end);
    if (at(at_) == ']') break;
  }
  array.span.end = ++at_;
  return array;
}

TextNode Reader::read_string_value() {
  TextNode node;
  node.kind = NodeKind::string;
  node.span.begin = at_;
  node.text = text_.substr(at_, 3) == "'''" ? read_multiline() : read_string();
  node.span.end = at_;
  return node;
}

TextNode Reader::read_unquoted() {
  const std::size_t begin = at_;
  if (at_end()) fail_end("a value");
  if (std::string_view("{}[],:").find(text_[begin]) != std::string_view::npos)
    fail(begin, std::string("Found ") + text_[begin] + " where a value is expected.",
         "Write a number, true, false, null, a text in double quotes, a list or an object.");
  TextNode node;
  node.span.begin = begin;
  // A literal or number that begins here must end at one of these characters.
  const NumberMatch number = match_number(text_, begin);
  std::size_t literal_end = begin;
  const Literal* literal = nullptr;
  for (const Literal& candidate : literals)
    if (text_.substr(begin).starts_with(candidate.word)) {
      literal = &candidate;
      literal_end = begin + candidate.word.size();
      while (literal_end < text_.size() && (text_[literal_end] == ' ' || text_[literal_end] == '\t'))
        ++literal_end;
    }
  for (std::size_t end = begin;; ++end) {
    const char c = at(end);
    const bool line_ends = end >= text_.size() || is_end_of_line(c);
    const bool stops = line_ends || c == ',' || c == '}' || c == ']' || c == '#' ||
                       (c == '/' && (at(end + 1) == '/' || at(end + 1) == '*'));
    if (!stops) continue;
    if (literal && end == literal_end) {
      node.kind = literal->kind;
      node.boolean = literal->value;
      node.span.end = begin + literal->word.size();
      at_ = end;
      return node;
    }
    if (number.length > 0 && begin + number.length == end) {
      node.span.end = begin + number.digits;
      at_ = end;
      if (!set_number(node, text_.substr(begin, number.digits), number.is_integer))
        throw TextError{begin, "number_too_large", "This number is larger than Python can read.",
                        "Write a smaller number."};
      return node;
    }
    if (line_ends) {
      const std::string_view value = trimmed(text_.substr(begin, end - begin));
      node.kind = NodeKind::string;
      node.text = value;
      node.span.end = begin + value.size();
      at_ = end;
      note(is_not_a_number(value) ? Leniency::not_a_number : Leniency::unquoted_string, begin, node.span.end);
      return node;
    }
  }
}

TextNode Reader::read_value(int depth) {
  if (depth > deepest_config)
    throw TextError{at_, "too_deep",
                    "Objects and lists are nested more than " + format_count(deepest_config) + " deep.",
                    "Look for a bracket that is not closed."};
  count_value();
  const char c = at(at_);
  if (c == '"' || c == '\'') return read_string_value();
  if (c == '{') return read_object(depth, true);
  if (c == '[') return read_array(depth);
  return read_unquoted();
}

TextNode Reader::read_root() {
  const char first = next();
  if (first == '{' || first == '[') return read_value(0);
  const std::size_t begin = at_;
  if (at_end()) {  // only blanks and comments: hjson returns an empty dict
    TextNode empty;
    empty.kind = NodeKind::object;
    empty.span = {begin, begin};
    return empty;
  }
  const std::size_t noted = lenient_.size();
  try {
    TextNode object = read_object(0, false);
    note(Leniency::no_braces, begin, begin);
    return object;
  } catch (const TextError& error) {
    at_ = begin;
    lenient_.resize(noted);
    try {
      return read_value(0);
    } catch (const TextError&) {
      throw error;
    }
  }
}

TextNode Reader::read() {
  if (const auto bad = first_invalid_utf8(text_))
    throw TextError{*bad, "not_utf8", "This byte is not UTF-8 text.", "Save the file as UTF-8."};
  if (text_.starts_with(byte_order_mark)) {
    at_ = byte_order_mark.size();
    note(Leniency::byte_order_mark, 0, at_);
  }
  TextNode root = read_root();
  next();
  if (!at_end())
    fail(at_, "Found " + shown(text_.substr(at_)) + " behind the end of the configuration.",
         "Remove what follows the closing brace.");
  return root;
}

}  // namespace zp::text_io

namespace zp {

ConfigSource read_config_text(std::string text) {
  ConfigSource config;
  config.text = std::move(text);
  try {
    config.root = text_io::Reader(config.text, config.lenient).read();
  } catch (const TextError& error) {
    config.error = error;
  }
  return config;
}

}  // namespace zp
