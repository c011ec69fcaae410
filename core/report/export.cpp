// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/export/flavours.h"
#include "core/report/json.h"
#include "core/report/sections_json.h"
#include "core/report/text.h"

namespace zp {

std::string export_json(const Evaluation& evaluation, const ProgramExport& made,
                        const std::vector<std::string>& paths) {
  std::vector<Finding> findings = evaluation.findings;
  findings.insert(findings.end(), made.findings.begin(), made.findings.end());
  nlohmann::ordered_json left_out = nlohmann::ordered_json::array();
  for (const LeftOut& one : made.left_out)
    left_out.push_back({{"path", one.plan_key}, {"value", one.value}, {"instead", one.instead}});
  return text_of({{"format", "zero-export/1"},
                  {"files", paths},
                  {"launch_command", made.start},
                  {"left_out", left_out},
                  {"issues", issue_array(evaluation.document, findings)}});
}

std::string export_text(const Evaluation& evaluation, const ProgramExport& made,
                        const std::vector<std::string>& paths) {
  std::vector<Finding> findings = evaluation.config.findings;
  for (const Finding& finding : made.findings)
    if (finding.code != "not_in_program") findings.push_back(finding);
  std::string text;
  for (const std::string& path : paths)
    text += path + "\n";
  text += "\nStart it with:\n  " + made.start + "\n";
  if (const std::string left_out = made.left_out_sentence(); !left_out.empty())
    text += '\n' + left_out + '\n';
  if (!findings.empty()) text += "\nIn the files\n" + findings_text(evaluation.document, findings);
  return text;
}

}  // namespace zp
