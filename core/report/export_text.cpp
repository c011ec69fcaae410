// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/flavours.h"
#include "core/report/text.h"

namespace zp {

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
