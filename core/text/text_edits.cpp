// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/text_edits.h"

#include <algorithm>

#include "core/text/json_text.h"

namespace zp::text_io {
namespace {

bool overlap(TextSpan a, TextSpan b) {
  if (a.size() == 0 || b.size() == 0) return a.begin <= b.end && b.begin <= a.end;
  return a.begin < b.end && b.begin < a.end;
}

bool has_comment(const ConfigSource& config, TextSpan span) {
  return std::ranges::any_of(config.lenient, [&](const LenientPlace& place) {
    return place.kind == Leniency::comment && overlap(place.span, span);
  });
}

}  // namespace

std::vector<TextEdit> removal(const ConfigSource& config, const TextNode& object, std::size_t index) {
  const std::vector<TextNode>& members = object.children;
  TextSpan span;
  if (index + 1 < members.size()) {
    span = {members[index].key_span.begin, members[index + 1].key_span.begin};
  } else if (index > 0) {
    span = {members[index - 1].span.end, members[index].span.end};
  } else {
    span = {object.span.begin + 1, object.span.end - 1};
    if (config.text[object.span.begin] != '{') return {};
  }
  if (has_comment(config, span)) return {};
  return {{span, ""}};
}

TextEdit addition(const ConfigSource& config, const TextNode& object, std::string_view key,
                  std::string_view value) {
  const TextNode& last = object.children.back();
  const std::size_t line = config.text.rfind('\n', last.key_span.begin);
  std::string before = ", ";
  if (line != std::string::npos && line > object.span.begin)
    before = ',' + config.text.substr(line, last.key_span.begin - line);
  if (before.find_first_not_of(",\r\n\t ") != std::string::npos) before = ", ";
  return {{last.span.end, last.span.end}, before + json_string(key) + ": " + std::string(value)};
}

TextEdit renaming(const TextNode& member, std::string_view key) {
  return {member.key_span, json_string(key)};
}

bool TextEdits::add(std::vector<TextEdit> edits) {
  for (const TextEdit& edit : edits)
    for (const TextEdit& earlier : edits_)
      if (overlap(edit.span, earlier.span)) return false;
  if (edits.empty()) return false;
  for (TextEdit& edit : edits)
    edits_.push_back(std::move(edit));
  return true;
}

std::string TextEdits::applied_to(std::string_view text) const {
  std::vector<TextEdit> ordered = edits_;
  std::ranges::sort(ordered, {}, [](const TextEdit& edit) { return edit.span.begin; });
  std::string out;
  std::size_t at = 0;
  for (const TextEdit& edit : ordered) {
    out += text.substr(at, edit.span.begin - at);
    out += edit.replacement;
    at = edit.span.end;
  }
  return out + std::string(text.substr(at));
}

}  // namespace zp::text_io
