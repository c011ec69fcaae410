// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dsconfig/fix_config.h"

#include "core/dsconfig/issue_fixes.h"

namespace zp {
namespace {

using namespace config_fix;

/// One round: every fix that does not touch another.
std::string fixed_once(const ConfigSource& config, const CheckOptions& options,
                       std::vector<std::string>& fixes) {
  TextEdits edits;
  const auto apply = [&](std::optional<IssueFix> fix) {
    if (fix && edits.add(std::move(fix->edits))) fixes.push_back(std::move(fix->what));
  };
  for (const LenientPlace& place : config.lenient)
    apply(fix_of(config, place));
  for (const ConfigIssue& issue : check_config(config, options).issues)
    apply(fix_of(config, issue));
  return edits.empty() ? config.text : edits.applied_to(config.text);
}

}  // namespace

FixedConfig fix_config(std::string text, const CheckOptions& options) {
  constexpr int most_rounds = 100;  // each takes something away; none is known to need more than four
  FixedConfig fixed;
  fixed.text = std::move(text);
  for (int round = 0; round < most_rounds; ++round) {
    const ConfigSource config = read_config_text(fixed.text);
    if (config.error) break;
    std::string next = fixed_once(config, options, fixed.fixes);
    if (next == fixed.text) break;
    fixed.text = std::move(next);
  }
  fixed.left = check_config(read_config_text(fixed.text), options);
  return fixed;
}

}  // namespace zp
