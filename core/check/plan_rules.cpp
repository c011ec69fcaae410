// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/plan_rules.h"

#include <string>
#include <vector>

#include "core/plan_file/plan_keys.h"
#include "core/rules/check_plan.h"
#include "core/rules/rule.h"
#include "core/text/letters.h"

namespace zp::config_check {
namespace {

bool is_of_key(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/// Returns a rule's text with key names as in the file.
std::string in_file(std::string_view text) {
  std::string words;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && is_of_key(text[end]))
      ++end;
    while (end > begin && text[end - 1] == '.')  // full stop of a sentence
      --end;
    if (end == begin) {
      words += text[begin++];
      continue;
    }
    const std::string_view word = text.substr(begin, end - begin);
    const std::string theirs = config_path_of(word);
    words += theirs.empty() ? word : std::string_view(theirs);
    begin = end;
  }
  return words;
}

/// The position of a value in the file, and its path.
struct Place {
  const TextNode* node = nullptr;
  std::string path;
};

/// Returns the place of the key, or of the nearest section above it in the file, because an absent value has
/// its default.
Place place_of(const ConfigWalk& walk, const Rule& rule, const std::string& reported_key) {
  std::vector<std::string_view> keys = {reported_key};
  if (reported_key == rule.keys.front()) keys.assign(rule.keys.begin(), rule.keys.end());
  for (const std::string_view key : keys)
    if (const Origin* origin = walk.file_plan().provenance().find(key))
      if (const TextNode* node = walk.find(origin->path)) return {node, origin->path};
  for (const std::string_view key : keys) {
    const std::string path = config_path_of(key);
    for (std::string_view above = section_part(path); !above.empty(); above = section_part(above))
      if (const TextNode* node = walk.find(above)) return {node, path};
  }
  return {};
}

}  // namespace

void plan_rules(ConfigWalk& walk) {
  for (Finding& finding : check(walk.file_plan().subject())) {
    const Rule& rule = *find_rule(finding.code);
    if (!rule.parser_code.empty() || rule.code == "without_effect") continue;
    const Place place = place_of(walk, rule, finding.path);
    if (!place.node) continue;  // decided by the plan, not stated in the file
    IssueText issue{finding.code, in_file(finding.message), in_file(finding.fix),
                    std::move(finding.place.deepspeed_message)};
    if (place.node->is_object())
      walk.report_key(finding.severity, *place.node, place.path, std::move(issue));
    else
      walk.report(finding.severity, place.node, place.path, std::move(issue));
  }
}

void refuse_rule(ConfigWalk& walk, std::string_view code, std::string_view path) {
  const Rule& rule = *find_rule(code);
  for (Finding& finding : findings_of(rule, walk.file_plan().subject())) {
    const Place place = place_of(walk, rule, finding.path);
    walk.refuse(place.node, path.empty() ? std::string_view(place.path) : path, rule.parser_code,
                {finding.code, in_file(finding.message), in_file(finding.fix),
                 std::move(finding.place.deepspeed_message)});
  }
}

}  // namespace zp::config_check
