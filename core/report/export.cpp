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
  return text_of({{"format", "zero-export/1"},
                  {"files", paths},
                  {"launch_command", made.start},
                  {"issues", issue_array(evaluation.document, findings)}});
}

std::string export_text(const Evaluation& evaluation, const ProgramExport& made,
                        const std::vector<std::string>& paths) {
  std::vector<Finding> findings = evaluation.config.findings;
  findings.insert(findings.end(), made.findings.begin(), made.findings.end());
  std::string text;
  for (const std::string& path : paths)
    text += path + "\n";
  text += "\nStart it with:\n  " + made.start + "\n";
  if (!findings.empty()) text += "\nIn the files\n" + findings_text(evaluation.document, findings);
  return text;
}

}  // namespace zp
