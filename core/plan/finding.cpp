// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/finding.h"

#include <algorithm>

namespace zp {
namespace {

bool any_as_bad_as(const std::vector<Finding>& findings, Severity severity) {
  return std::ranges::any_of(findings, [=](const Finding& finding) { return finding.severity <= severity; });
}

}  // namespace

bool stops(const std::vector<Finding>& findings) { return any_as_bad_as(findings, Severity::fails_later); }

bool is_refused(const std::vector<Finding>& findings) { return any_as_bad_as(findings, Severity::refused); }

void sort_worst_first(std::vector<Finding>& findings) {
  std::ranges::stable_sort(findings, {}, &Finding::severity);
}

}  // namespace zp
