// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#include "core/text/toml_tree.h"

namespace zp {
namespace {

/// An assumption of toml++ that a text does not keep: version 3.3 takes for granted that a table header has a
/// key, and "[ = 1" has none.
struct BrokenAssumption {};
[[noreturn]] void break_off() { throw BrokenAssumption(); }

}  // namespace
}  // namespace zp

// Its assumptions are checked in every build, because a release build would rely on them.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_cast<void>(static_cast<bool>(expr) || (::zp::break_off(), false))
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/file_error.h"
#include "core/text/limits.h"

namespace zp {
namespace {

[[noreturn]] void refuse_toml(int line, int column, const std::string& what) {
  throw FileError("", "Line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + what,
                  line, column);
}

/// Returns the first line that begins a table header without a key; 1 if there is none.
int line_without_key(std::string_view text) {
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view header = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    header.remove_prefix(std::min(header.find_first_not_of(" \t"), header.size()));
    if (!header.starts_with('[')) continue;
    header.remove_prefix(std::min(header.find_first_not_of("[ \t"), header.size()));
    if (header.empty() || header.front() == '=') return line;
  }
  return 1;
}

/// Refuses a text that the library would take too long, too much memory or too deep a stack for: it makes a
/// table for each point of a dotted key and visits tables by recursion.
void refuse_too_large(const std::string& text) {
  if (text.size() > largest_toml)
    refuse_toml(1, 1, "The file is larger than a TOML configuration; give the file you meant.");
  int line = 1;
  std::size_t dots = 0;
  for (const char c : text) {
    if (c == '\n') ++line;
    if (c == '\n' || c == '=' || c == ',') dots = 0;
    if (c == '.' && ++dots > most_toml_dots) refuse_toml(line, 1, "The key has too many parts.");
  }
}

/// Makes the tree of the library's tables.
class TomlTree {
 public:
  explicit TomlTree(const std::string& text) : text_(text), lines_{0} {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') lines_.push_back(i + 1);
  }

  TextNode node_of(const toml::node& value, int depth) {
    const toml::source_region& place = value.source();
    if (depth > deepest_config) refuse_at(place, "The file is nested too deeply.");
    if (++values_ > most_config_values) refuse_at(place, "The file has more values than a configuration.");
    TextNode node;
    node.span = span_of(place);
    if (const auto* table = value.as_table()) {
      add_members(*table, node, depth);
    } else if (const auto* array = value.as_array()) {
      node.kind = NodeKind::array;
      for (const toml::node& item : *array)
        node.children.push_back(node_of(item, depth + 1));
    } else {
      set_scalar(value, node);
    }
    return node;
  }

 private:
  void add_members(const toml::table& table, TextNode& node, int depth) {
    node.kind = NodeKind::object;
    for (const auto& [key, member] : table) {
      TextNode child = node_of(member, depth + 1);
      child.key = std::string(key.str());
      child.key_span = span_of(key.source());
      node.children.push_back(std::move(child));
    }
    std::ranges::stable_sort(node.children, {}, [](const TextNode& child) { return child.key_span.begin; });
  }

  static void set_scalar(const toml::node& value, TextNode& node) {
    if (const auto* text = value.as_string()) {
      node.kind = NodeKind::string;
      node.text = text->get();
    } else if (const auto* whole = value.as_integer()) {
      node.kind = NodeKind::integer;
      node.integer = whole->get();
      node.number = static_cast<double>(whole->get());
    } else if (const auto* real = value.as_floating_point()) {
      node.kind = NodeKind::real;
      node.number = real->get();
    } else if (const auto* flag = value.as_boolean()) {
      node.kind = NodeKind::boolean;
      node.boolean = flag->get();
    } else {
      std::ostringstream words;
      value.visit([&](const auto& date) { words << date; });
      node.kind = NodeKind::string;
      node.text = words.str();
    }
  }

  /// Returns the offset of a position; the library counts columns in characters, from 1.
  [[nodiscard]] std::size_t offset_of(const toml::source_position& place) const {
    if (place.line == 0 || place.line > lines_.size()) return 0;
    std::size_t at = lines_[place.line - 1];
    for (toml::source_index column = 1; column < place.column && at < text_.size(); ++column) {
      ++at;
      while (at < text_.size() && (static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80U)
        ++at;
    }
    return at;
  }

  [[nodiscard]] TextSpan span_of(const toml::source_region& place) const {
    const std::size_t begin = offset_of(place.begin);
    return {begin, std::max(begin, offset_of(place.end))};
  }

  [[noreturn]] static void refuse_at(const toml::source_region& place, const std::string& what) {
    refuse_toml(static_cast<int>(place.begin.line), static_cast<int>(place.begin.column), what);
  }

  const std::string& text_;
  std::vector<std::size_t> lines_;
  std::size_t values_ = 0;
};

std::string_view without_blanks(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t\r\xEF\xBB\xBF");
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

bool is_toml_key(std::string_view key) {
  return !key.empty() && std::ranges::all_of(key, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-.\"' ").find(c) != std::string_view::npos;
  });
}

/// Returns true for "[training]  # comment" and "[[data.sources]]".
bool is_section(std::string_view line) {
  const std::size_t depth = line.starts_with("[[") ? 2 : line.starts_with('[') ? 1 : 0;
  const std::size_t end = line.find(']');
  if (depth == 0 || end == std::string_view::npos || !is_toml_key(line.substr(depth, end - depth)))
    return false;
  const std::string_view behind = without_blanks(line.substr(std::min(end + depth, line.size())));
  return line[depth] != ' ' && (behind.empty() || behind.front() == '#');
}

/// Returns true for "seq_len = 8192".
bool is_assignment(std::string_view line) {
  const std::size_t equals = line.find(" = ");
  return equals != std::string_view::npos && line.substr(0, equals).find(' ') == std::string_view::npos &&
         is_toml_key(line.substr(0, equals)) && line.front() != '-';
}

}  // namespace

bool looks_like_toml(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = without_blanks(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (is_section(line)) return true;
    if (!line.empty() && line.front() != '#' && !is_assignment(line)) return false;
  }
  return false;
}

TextNode read_toml(const std::string& text) {
  refuse_too_large(text);
  try {
    const toml::table table = toml::parse(text);
    return TomlTree(text).node_of(table, 0);
  } catch (const BrokenAssumption&) {
    refuse_toml(line_without_key(text), 1, "this is not TOML: a key is missing. Mend the line.");
  } catch (const toml::parse_error& error) {
    const toml::source_position& place = error.source().begin;
    refuse_toml(static_cast<int>(place.line), static_cast<int>(place.column),
                "this is not TOML: " + std::string(error.description()) + ". Mend the line.");
  }
}

}  // namespace zp
