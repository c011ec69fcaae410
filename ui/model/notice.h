// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <string>

#include "core/plan/finding.h"
#include "core/plan/plan.h"

namespace zp {

enum class NoticeLevel : std::uint8_t { error, warning, info };
NoticeLevel levelOf(Severity severity);

/// A change that settles a notice: the plan after "Apply", and what it is called ("Set micro batch 4").
struct Cure {
  Plan plan;
  QString name;
  bool operator==(const Cure&) const = default;
};

/// One line of the issues list: a sentence, how bad it is, where it comes from, and what would cure it.
struct Notice {
  NoticeLevel level = NoticeLevel::info;
  QString sentence;
  QString fix = {};       ///< in words, "" when the sentence says it all
  std::string path = {};  ///< plan key of the control it speaks of, "" for none
  std::optional<Cure> cure = {};
  bool invalid = false;  ///< the plan cannot be estimated until this is settled
  QString source = {};   ///< where the rule was read, "" where it is not told

  bool operator==(const Notice&) const = default;
};

/// A finding of core about `plan` as a notice. Where it has no remedy, one is looked for: a single change
/// that makes check() drop it and raise no other.
Notice noticeOf(const Finding& finding, const Plan& plan);

}  // namespace zp
