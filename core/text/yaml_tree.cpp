// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/yaml_tree.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <istream>
#include <map>
#include <regex>
#include <set>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/file_error.h"
#include "core/text/limits.h"
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

[[noreturn]] void refuse(const YAML::Mark& mark, const std::string& problem) {
  const int line = mark.line + 1, column = mark.column + 1;
  throw FileError("", "Line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + problem,
                  line, column);
}

/// Returns the digits without plus sign and underscores, as int() and float() of PyYAML's constructor read
/// them.
std::string digits_of(std::string_view text) {
  std::string digits(text);
  std::erase(digits, '_');
  if (digits.starts_with('+')) digits.erase(0, 1);
  return digits;
}

/// Sets the number if `text` is an integer in another base (0x1F, 0b11, 017); else returns false.
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
  constexpr std::size_t longest_number = 5000;  // std::regex is recursive
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

/// Builds the tree during parsing, so that a text with too many values is rejected at the first excess value:
/// the library's own nodes would first take hundreds of bytes each.
class TreeBuilder final : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const std::string& text) : text_(text), lines_{0} {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') lines_.push_back(i + 1);
  }
  /// Number of characters read since the last value, list or map that may become tokens.
  std::size_t marks_read = 0;
  /// Returns the tree; null if there is no document.
  TextNode take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    TextNode node;
    node.span = span_of(mark);
    scalar_.clear();
    add(mark, anchor, std::move(node));
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    TextNode node;
    const bool is_plain = tag == "?" || tag.empty();
    if (is_plain) {
      set_plain(node, value);
    } else {  // quoted, or tagged as a string
      node.kind = NodeKind::string;
      node.text = value;
    }
    node.span = span_of(mark, is_plain ? value.size() : std::string::npos);
    scalar_ = value;
    add(mark, anchor, std::move(node));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto known = anchors_.find(anchor);
    if (known == anchors_.end()) refuse(mark, "This alias is inside the value that it refers to.");
    values_ += size_of(known->second) - 1;
    scalar_ = known->second.text;
    add(mark, 0, known->second);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(mark, anchor, NodeKind::array);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(mark, anchor, NodeKind::object);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A list or a map before its end.
  struct Open {
    TextNode node;
    YAML::Mark mark;
    YAML::anchor_t anchor = 0;
    std::string key;  ///< in a map: the key of the next value, if `has_key`
    TextSpan key_span;
    bool has_key = false;
  };

  void open(const YAML::Mark& mark, YAML::anchor_t anchor, NodeKind kind) {
    if (open_.size() > static_cast<std::size_t>(deepest_config))
      refuse(mark, "The file is nested too deeply.");
    marks_read = 0;
    Open& opened = open_.emplace_back();
    opened.mark = mark;
    opened.anchor = anchor;
    opened.node.kind = kind;
    opened.node.span = span_of(mark);
  }

  void close() {
    Open closed = std::move(open_.back());
    open_.pop_back();
    scalar_.clear();
    if (closed.node.is_object()) merge_into(closed.node);
    add(closed.mark, closed.anchor, std::move(closed.node));
  }

  /// Adds the values of `<<: *base` to a map, except for keys that the map has itself
  /// (yaml.org/type/merge.html; PyYAML constructor.py, flatten_mapping). In a list of maps, the first map
  /// with a key counts.
  static void merge_into(TextNode& map) {
    const auto is_merge = [](const TextNode& child) {
      return child.key == "<<" && (child.is_object() || child.is_array());
    };
    if (std::ranges::none_of(map.children, is_merge)) return;
    std::vector<TextNode> own, merged;
    for (TextNode& child : map.children)
      (is_merge(child) ? merged : own).push_back(std::move(child));
    map.children = std::move(own);
    std::set<std::string> known;
    for (const TextNode& child : map.children)
      known.insert(child.key);
    const auto add_missing = [&map, &known](const TextNode& base) {
      for (const TextNode& child : base.children)
        if (known.insert(child.key).second) map.children.push_back(child);
    };
    for (const TextNode& base : merged) {
      if (base.is_object()) add_missing(base);
      for (const TextNode& item : base.children)
        if (base.is_array() && item.is_object()) add_missing(item);
    }
  }

  /// Adds a node to the innermost list or map, where it may be the next key.
  void add(const YAML::Mark& mark, YAML::anchor_t anchor, TextNode node) {
    marks_read = 0;
    if (anchor != 0) keep(mark, anchor, node);
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.is_object() && !parent.has_key) {
      parent.key = std::move(scalar_);
      parent.key_span = node.span;
      parent.has_key = true;
      return;
    }
    limit(++values_, mark);
    if (parent.node.is_object()) {
      node.key = std::move(parent.key);
      node.key_span = parent.key_span;
      if (node.span.size() == 0) node.span = node.key_span;  // an empty value has no position of its own
      parent.has_key = false;
    }
    parent.node.children.push_back(std::move(node));
  }

  /// Stores a node for aliases; nested anchors each count in full.
  void keep(const YAML::Mark& mark, YAML::anchor_t anchor, const TextNode& node) {
    limit(kept_ += size_of(node), mark);
    anchors_[anchor] = node;
  }

  static void limit(std::size_t values, const YAML::Mark& mark) {
    if (values > most_config_values) refuse(mark, "The file has more values than a configuration.");
  }

  static std::size_t size_of(const TextNode& node) {
    std::size_t size = 1;
    for (const TextNode& child : node.children)
      size += size_of(child);
    return size;
  }

  /// Returns the span of the value in its line: at most `longest` bytes, without trailing blanks.
  [[nodiscard]] TextSpan span_of(const YAML::Mark& mark, std::size_t longest = std::string::npos) const {
    if (mark.is_null() || mark.line < 0 || static_cast<std::size_t>(mark.line) >= lines_.size())
      return {0, 0};
    const std::size_t begin = std::min(
        text_.size(), lines_[static_cast<std::size_t>(mark.line)] + static_cast<std::size_t>(mark.column));
    std::size_t end = std::min(text_.find('\n', begin), text_.size());
    if (longest < end - begin) end = begin + longest;
    while (end > begin && (text_[end - 1] == ' ' || text_[end - 1] == '\r'))
      --end;
    return {begin, end};
  }

  const std::string& text_;
  std::vector<std::size_t> lines_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, TextNode> anchors_;
  std::string scalar_;  ///< text of the last scalar, for a key; "" after any other node
  TextNode root_;
  std::size_t values_ = 0, kept_ = 0;
};

/// Passes the text to the library in pieces, and stops when the library collects more tokens than a
/// configuration may have: the library reads a whole line with brackets before it reports the first token.
class LimitedStream final : public std::streambuf {
 public:
  LimitedStream(const std::string& text, TreeBuilder& building) : text_(text), building_(building) {}

 protected:
  int_type underflow() override {
    return at_ < text_.size() ? traits_type::to_int_type(text_[at_]) : traits_type::eof();
  }
  int_type uflow() override {
    return at_ < text_.size() ? traits_type::to_int_type(text_[at_++]) : traits_type::eof();
  }
  int_type pbackfail(int_type /*character*/) override {
    return at_ > 0 ? traits_type::to_int_type(text_[--at_]) : traits_type::eof();
  }
  std::streamsize xsgetn(char* into, std::streamsize size) override {
    const std::size_t count = text_.copy(into, static_cast<std::size_t>(size), at_);
    at_ += count;
    building_.marks_read += static_cast<std::size_t>(std::count_if(into, into + count, may_be_token));
    if (building_.marks_read > most_yaml_marks) fail();
    return static_cast<std::streamsize>(count);
  }

 private:
  static bool may_be_token(char c) {
    return c > ' ' && c < '\x7F' && !(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') &&
           !(c >= 'A' && c <= 'Z');
  }
  [[noreturn]] void fail() const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    throw FileError("",
                    "Line " + std::to_string(line) +
                        ": up to here the file has more brackets, quotes and other signs within one value "
                        "than a configuration; give the file you meant.",
                    static_cast<int>(line), 1);
  }

  const std::string& text_;
  TreeBuilder& building_;
  std::size_t at_ = 0;
};

}  // namespace

TextNode read_yaml(const std::string& text) {
  try {
    TreeBuilder building(text);
    LimitedStream source(text, building);
    std::istream stream(&source);
    YAML::Parser parser(stream);
    parser.HandleNextDocument(building);
    return building.take();
  } catch (const YAML::Exception& error) {
    refuse(error.mark, "this is neither JSON nor YAML: " + error.msg + '.');
  }
}

std::optional<TextNode> yaml_mapping(const std::string& text) {
  try {
    TextNode root = read_yaml(text);
    return root.is_object() ? std::optional(std::move(root)) : std::nullopt;
  } catch (const FileError&) {
    return std::nullopt;
  }
}

bool is_yaml_text(const std::string& scalar) {
  TextNode node;
  set_plain(node, scalar);
  return node.is_string();
}

}  // namespace zp
