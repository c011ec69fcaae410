// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/claims/claims.h"

#include <array>
#include <nlohmann/json.hpp>

#include "core/report/json.h"
#include "core/report/json_style.h"
#include "core/report/sections_json.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/text/json_text.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t claims_width = 100;

std::string paragraph(std::string_view name, std::string_view text) {
  return "    " + wrapped(std::string(name) + std::string(text), claims_width - 4, 6) + "\n";
}

}  // namespace

std::string claims_json(const Plan& plan) {
  Json claims = Json::array();
  for (const JudgedClaim& claim : judged_claims(plan))
    claims.push_back({{"document", std::string(name_of(claim.document))},
                      {"section", std::string(claim.section)},
                      {"claim", std::string(claim.claim)},
                      {"ours", text_or_null(claim.ours)},
                      {"verdict", std::string(name_of(claim.verdict))},
                      {"why", std::string(claim.why)}});
  return text_of({{"format", "zero-claims/1"}, {"claims", std::move(claims)}});
}

std::string claims_text(const Plan& plan) {
  std::string text = headline(plan, estimate_memory(plan)) + "\n" + settings_line(plan) + "\n";
  std::array<int, words_of<ClaimVerdict>.size()> counts{};
  std::string_view document, section;
  for (const JudgedClaim& one : judged_claims(plan)) {
    ++counts[static_cast<std::size_t>(one.verdict)];
    if (title_of(one.document) != document) {
      document = title_of(one.document);
      text += "\n" + std::string(document) + "\n";
    }
    if (one.section != section) {
      section = one.section;
      text += "\n  " + std::string(section) + "\n";
    }
    const std::string claim = "[" + std::string(name_of(one.verdict)) + "] " + std::string(one.claim);
    text += "  " + wrapped(claim, claims_width - 2, 4) + "\n";
    if (!one.ours.empty()) text += paragraph("This plan: ", one.ours);
    text += paragraph("", one.why);
  }
  text += "\n";
  for (std::size_t i = 0; i < counts.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(counts[i]) + " " +
            std::string(name_of(static_cast<ClaimVerdict>(i)));
  return text + ".\n";
}

}  // namespace zp
