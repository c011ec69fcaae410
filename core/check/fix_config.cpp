// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/fix_config.h"

#include <algorithm>
#include <cstddef>
#include <set>

#include "core/check/issue_fixes.h"
#include "core/check/text_issues.h"

namespace zp {
namespace {

using namespace config_fix;

std::ptrdiff_t refusals(const ConfigCheck& check) {
  return std::ranges::count(check.issues, Severity::refused, &Finding::severity);
}

/// Returns false if the fix makes DeepSpeed read a key for the first time and refuse its value.
bool is_taken(const ConfigSource& config, const IssueFix& fix, const CheckOptions& options) {
  TextEdits edits;
  if (!fix.activates_key || !edits.add(fix.edits)) return true;
  const ConfigCheck then = check_config(read_config_text(edits.applied_to(config.text)), options);
  return then.accepted || refusals(then) <= refusals(check_config(config, options));
}

/// Returns the file after one round: all fixes that do not overlap, and no two that create the same key.
std::string fixed_once(const ConfigSource& config, const CheckOptions& options,
                       std::vector<std::string>& fixes) {
  TextEdits edits;
  std::set<std::string> made;
  const auto apply = [&](std::optional<IssueFix> fix) {
    if (!fix || made.contains(fix->key) || !is_taken(config, *fix, options)) return;
    if (!edits.add(std::move(fix->edits))) return;
    fixes.push_back(std::move(fix->summary));
    if (!fix->key.empty()) made.insert(std::move(fix->key));
  };
  for (const LenientPlace& place : config.lenient)
    apply(fix_of(config, place));
  for (const Finding& issue : check_config(config, options).issues)
    apply(fix_of(config, issue));
  return edits.empty() ? config.text : edits.applied_to(config.text);
}

/// Returns one fix for all places with the same problem as `issue`; its sentence states their number.
std::optional<IssueFix> fix_of_kind(const ConfigSource& config, const Finding& issue) {
  const std::optional<Leniency> kind = leniency_of(issue.code);
  if (!kind) return std::nullopt;
  IssueFix all;
  int count = 0;
  for (const LenientPlace& place : config.lenient) {
    if (place.kind != *kind) continue;
    std::optional<IssueFix> one = fix_of(config, place);
    if (!one) continue;
    ++count;
    all.summary = std::move(one->summary);
    for (TextEdit& edit : one->edits)
      all.edits.push_back(std::move(edit));
  }
  if (count == 0) return std::nullopt;
  if (count > 1) all.summary.insert(all.summary.size() - 1, ", " + std::to_string(count) + " times");
  return all;
}

}  // namespace

std::optional<ConfigFix> fix_issue(const ConfigSource& config, const Finding& issue) {
  if (!config_check::is_fixable(config)) return std::nullopt;
  std::optional<IssueFix> fix = issue.path.empty() ? fix_of_kind(config, issue) : fix_of(config, issue);
  TextEdits edits;
  if (!fix || !is_taken(config, *fix, {}) || !edits.add(std::move(fix->edits))) return std::nullopt;
  return ConfigFix{std::move(fix->summary), edits.applied_to(config.text)};
}

FixedConfig fix_config(std::string text, const CheckOptions& options) {
  constexpr int most_rounds = 100;  // each round removes something; known files need at most four
  FixedConfig fixed;
  fixed.text = std::move(text);
  for (int round = 0; round < most_rounds; ++round) {
    const ConfigSource config = read_config_text(fixed.text);
    if (!config_check::is_fixable(config)) break;
    std::string next = fixed_once(config, options, fixed.fixes);
    if (next == fixed.text) break;
    fixed.text = std::move(next);
  }
  fixed.left = check_config(read_config_text(fixed.text), options);
  return fixed;
}

}  // namespace zp
