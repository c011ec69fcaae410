// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/yaml_tree.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <regex>
#include <string_view>
#include <vector>

#include "core/text/config_text.h"
#include "core/text/file_error.h"
#include "core/text/reader.h"

namespace zp {
namespace {

constexpr std::array<std::string_view, 9> words_for_true = {"yes",  "Yes", "YES", "true", "True",
                                                            "TRUE", "on",  "On",  "ON"};
constexpr std::array<std::string_view, 9> words_for_false = {"no",    "No",  "NO",  "false", "False",
                                                             "FALSE", "off", "Off", "OFF"};
constexpr std::array<std::string_view, 5> words_for_null = {"", "~", "null", "Null", "NULL"};

bool is_one_of(const auto& words, std::string_view text) {
  return std::ranges::find(words, text) != words.end();
}

[[noreturn]] void refuse(const YAML::Mark& mark, const std::string& what) {
  const int line = mark.line + 1, column = mark.column + 1;
  throw FileError("", "Line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + what,
                  line, column);
}

/// Signs and underscores out, as int() and float() of PyYAML's constructor do.
std::string digits_of(std::string_view text) {
  std::string digits(text);
  std::erase(digits, '_');
  if (digits.starts_with('+')) digits.erase(0, 1);
  return digits;
}

/// True where `text` is a number in another base: 0x1F, 0b11, 017.
bool set_based(TextNode& node, std::string_view text) {
  std::string digits = digits_of(text);
  const bool is_negative = digits.starts_with('-');
  if (is_negative) digits.erase(0, 1);
  const int base = digits.starts_with("0x") ? 16 : digits.starts_with("0b") ? 2 : 8;
  const std::size_t prefix = base == 8 ? 1 : 2;
  if (digits.size() <= prefix || digits[0] != '0') return false;
  const char *begin = digits.data() + prefix, *end = digits.data() + digits.size();
  std::int64_t value = 0;
  const auto read = std::from_chars(begin, end, value, base);
  if (read.ec != std::errc() || read.ptr != end) return false;
  return text_io::set_number(node, std::to_string(is_negative ? -value : value), true);
}

void set_plain(TextNode& node, const std::string& text) {
  static const std::regex integer("[-+]?(0|[1-9][0-9_]*)");
  static const std::regex real(
      "[-+]?([0-9][0-9_]*)\\.[0-9_]*([eE][-+][0-9]+)?|\\.[0-9][0-9_]*([eE][-+][0-9]+)?");
  constexpr std::size_t longest_number = 5000;  // std::regex recurses
  if (is_one_of(words_for_null, text)) {
    node.kind = NodeKind::null;
  } else if (is_one_of(words_for_true, text) || is_one_of(words_for_false, text)) {
    node.kind = NodeKind::boolean;
    node.boolean = is_one_of(words_for_true, text);
  } else if (text.size() > longest_number ||
             !((std::regex_match(text, integer) && text_io::set_number(node, digits_of(text), true)) ||
               (std::regex_match(text, real) && text_io::set_number(node, digits_of(text), false)) ||
               set_based(node, text))) {
    node.kind = NodeKind::string;
    node.text = text;
  }
}

class Converting {
 public:
  explicit Converting(const std::string& text) : text_(text), lines_{0} {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') lines_.push_back(i + 1);
  }

  TextNode convert(const YAML::Node& yaml, int depth = 0) {
    if (depth > deepest_config) refuse(yaml.Mark(), "The file is nested too deeply.");
    if (++values_ > most_config_values) refuse(yaml.Mark(), "The file has more values than a configuration.");
    TextNode node;
    switch (yaml.Type()) {
      case YAML::NodeType::Scalar:
        set_scalar(node, yaml);
        break;
      case YAML::NodeType::Sequence:
        node.kind = NodeKind::array;
        for (const YAML::Node& item : yaml)
          node.children.push_back(convert(item, depth + 1));
        break;
      case YAML::NodeType::Map:
        node.kind = NodeKind::object;
        for (const auto& member : yaml)
          add_member(node, member.first, member.second, depth);
        break;
      case YAML::NodeType::Null:
      case YAML::NodeType::Undefined:
        break;
    }
    node.span = span_of(yaml);
    return node;
  }

 private:
  void add_member(TextNode& node, const YAML::Node& key, const YAML::Node& value, int depth) {
    TextNode child = convert(value, depth + 1);
    child.key = key.IsScalar() ? key.Scalar() : std::string();
    child.key_span = span_of(key);
    if (child.span.size() == 0) child.span = child.key_span;  // an empty value stands nowhere
    node.children.push_back(std::move(child));
  }

  static void set_scalar(TextNode& node, const YAML::Node& yaml) {
    if (yaml.Tag() == "?" || yaml.Tag().empty()) {
      set_plain(node, yaml.Scalar());
    } else {  // quoted, or tagged as a text
      node.kind = NodeKind::string;
      node.text = yaml.Scalar();
    }
  }

  /// What of the line belongs to the value: all of it, blanks and a comment at its end left out.
  [[nodiscard]] TextSpan span_of(const YAML::Node& yaml) const {
    const YAML::Mark mark = yaml.Mark();
    if (mark.is_null() || mark.line < 0 || static_cast<std::size_t>(mark.line) >= lines_.size())
      return {0, 0};
    const std::size_t begin = std::min(
        text_.size(), lines_[static_cast<std::size_t>(mark.line)] + static_cast<std::size_t>(mark.column));
    std::size_t end = std::min(text_.find('\n', begin), text_.size());
    if (yaml.IsScalar() && (yaml.Tag() == "?" || yaml.Tag().empty()))
      end = std::min(end, begin + yaml.Scalar().size());
    while (end > begin && (text_[end - 1] == ' ' || text_[end - 1] == '\r'))
      --end;
    return {begin, end};
  }

  const std::string& text_;
  std::vector<std::size_t> lines_;
  std::size_t values_ = 0;
};

}  // namespace

TextNode read_yaml(const std::string& text) {
  try {
    return Converting(text).convert(YAML::Load(text));
  } catch (const YAML::Exception& error) {
    refuse(error.mark, "this is neither JSON nor YAML: " + error.msg + '.');
  }
}

bool is_yaml_text(const std::string& scalar) {
  TextNode node;
  set_plain(node, scalar);
  return node.is_string();
}

}  // namespace zp
