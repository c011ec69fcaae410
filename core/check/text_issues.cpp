// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/text_issues.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/text/letters.h"
#include "core/text/python.h"
#include "core/text/utf8.h"
#include "core/units/format.h"

namespace zp::config_check {
namespace {

/// Texts for each Leniency: code, singular and plural name, and the fix in strict JSON.
struct LenientWords {
  std::string_view code, one, many, fix;
};
constexpr std::array<LenientWords, leniency_count> lenient_words = {{
    {"comment", "a comment", "comments", "Remove it."},
    {"trailing_comma", "a comma before a closing bracket or brace",
     "commas before closing brackets or braces", "Remove the comma."},
    {"missing_comma", "a missing comma", "missing commas", "Add the comma."},
    {"unquoted_key", "a key without quotes", "keys without quotes", "Put it in double quotes."},
    {"unquoted_text", "a text without quotes, which goes on to the end of the line",
     "texts without quotes, which go on to the end of the line", "Put it in double quotes."},
    {"single_quotes", "single quotes", "single quotes", "Write double quotes."},
    {"no_braces", "an object without braces", "objects without braces", "Put braces around it."},
    {"byte_order_mark", "a byte order mark", "byte order marks", "Save the file as UTF-8 without one."},
    {"not_a_number", "NaN or Infinity, which DeepSpeed reads as a text",
     "NaN or Infinity, which DeepSpeed reads as texts", "Write a number."},
}};

/// Refuses repeated keys of an object: dict_raise_error_on_duplicate_keys (runtime/config_utils.py). Inner
/// objects are complete, and refused, before outer ones.
void repeated_keys(ConfigWalk& walk, const TextNode& node, const std::string& path) {
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const TextNode& child = node.children[i];
    repeated_keys(walk, child, joined(path, node.is_array() ? std::to_string(i) : child.key));
  }
  if (!node.is_object()) return;
  std::unordered_map<std::string_view, const TextNode*> seen;
  for (const TextNode& child : node.children) {
    const auto [first, is_new] = seen.emplace(child.key, &child);
    if (is_new) continue;
    const TextPosition place = walk.position(first->second->key_span.begin);
    walk.refuse_key(
        child, joined(path, child.key), "ValueError",
        {"duplicate_key", "This key is repeated; it is first on line " + std::to_string(place.line) + '.',
         "Remove one of the two.", "Duplicate keys in DeepSpeed config: ['" + child.key + "']"});
  }
}

/// Reports True, False and None where JSON has true, false and null; hjson reads them as texts.
void python_words(ConfigWalk& walk) {
  for (const LenientPlace& place : walk.config().lenient) {
    if (place.kind != Leniency::unquoted_string) continue;
    const std::string_view text =
        std::string_view(walk.config().text).substr(place.span.begin, place.span.size());
    const std::string_view json = json_word_of(text);
    if (json.empty()) continue;
    TextNode node;
    node.span = place.span;
    walk.report(
        Severity::fails_later, &node, "",
        {"python_word",
         shortened(text) + " is Python; DeepSpeed reads it as a text. JSON writes " + std::string(json) + '.',
         "Write " + std::string(json) + '.'});
  }
}

/// Returns true for an unquoted $NAME, ${NAME} or NAME_IN_CAPITALS, with or without a comma after it.
bool is_variable(std::string_view text) {
  if (text.starts_with('$')) return text.size() > 1;
  if (text.ends_with(',')) text.remove_suffix(1);
  return text.find('_') != std::string_view::npos && std::ranges::all_of(text, [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
         });
}

void template_variables(ConfigWalk& walk) {
  const std::vector<LenientPlace> places = variables_in(walk.config());
  if (places.empty()) return;
  TextNode first;
  first.span = places.front().span;
  walk.report(Severity::style, &first, "",
              {"template",
               "The file is a template: " +
                   (places.size() == 1 ? std::string("a value is a variable")
                                       : format_count(static_cast<std::int64_t>(places.size())) +
                                             " values are variables, the first here,") +
                   " that a script fills in. The findings are about the text before that.",
               "Check the file that the script writes."});
}

void lenient_places(ConfigWalk& walk) {
  std::array<int, leniency_count> counts{};
  std::array<const LenientPlace*, leniency_count> first{};
  for (const LenientPlace& place : walk.config().lenient) {
    const auto kind = static_cast<std::size_t>(place.kind);
    if (counts[kind]++ == 0) first[kind] = &place;
  }
  const Severity severity = walk.for_trainer() ? Severity::fails_later : Severity::style;
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    if (counts[kind] == 0) continue;
    const LenientWords& words = lenient_words[kind];
    TextNode place;
    place.span = first[kind]->span;
    const std::string title =
        counts[kind] == 1 ? std::string(words.one)
                          : format_count(counts[kind]) + ' ' + std::string(words.many) + ", the first here";
    walk.report(severity, &place, "",
                {std::string(words.code),
                 "The file has " + title +
                     ". DeepSpeed reads that, but Hugging Face's Trainer and accelerate, which read strict "
                     "JSON, refuse the file.",
                 std::string(words.fix)});
  }
}

}  // namespace

std::vector<LenientPlace> variables_in(const ConfigSource& config) {
  std::vector<LenientPlace> places;
  for (const LenientPlace& place : config.lenient)
    if (place.kind == Leniency::unquoted_string &&
        is_variable(std::string_view(config.text).substr(place.span.begin, place.span.size())))
      places.push_back(place);
  return places;
}

bool is_fixable(const ConfigSource& config) { return !config.error && variables_in(config).empty(); }

bool text_issues(ConfigWalk& walk) {
  const ConfigSource& config = walk.config();
  if (config.error) {
    TextNode place;
    place.span = {config.error->offset, config.error->offset};
    const bool is_python = has_python_words(config.text);
    walk.refuse(&place, "", "",
                {config.error->code,
                 config.error->message + (is_python ? " This is Python: JSON writes true, false and null for "
                                                      "True, False and None."
                                                    : ""),
                 is_python ? "Write it as JSON, with json.dump() for instance." : config.error->fix});
    return false;
  }
  python_words(walk);
  template_variables(walk);
  lenient_places(walk);
  if (!walk.root().is_object()) {
    walk.refuse(
        &walk.root(), "", "AttributeError",
        {"not_object", "A DeepSpeed configuration is one object, not " + spelling(walk, walk.root()) + '.',
         "Write the keys in braces.",
         "'" + std::string(python_type(walk.root())) + "' object has no attribute 'get'"});
    return false;
  }
  repeated_keys(walk, walk.root(), "");
  return true;
}

}  // namespace zp::config_check

namespace zp {

std::optional<Leniency> leniency_of(std::string_view code) {
  const auto found = std::ranges::find(config_check::lenient_words, code, &config_check::LenientWords::code);
  if (found == config_check::lenient_words.end()) return std::nullopt;
  return static_cast<Leniency>(found - config_check::lenient_words.begin());
}

}  // namespace zp
