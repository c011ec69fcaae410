// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/findings.h"

#include "core/plan_file/changed_keys.h"

namespace zp {

std::string remedy_words(const PlanDocument& document, const Finding& finding) {
  if (!finding.remedy) return {};
  std::string text;
  for (const ChangedKey& key : changed_keys(document, finding.remedy->plan))
    text += (text.empty() ? "Set " : ", ") + key.path + " to " +
            (key.value == "null" ? std::string("its default") : key.value);
  return text + ".";
}

}  // namespace zp
