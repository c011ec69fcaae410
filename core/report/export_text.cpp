// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/bundle.h"
#include "core/report/text.h"

namespace zp {

std::string export_text(const Evaluation& evaluation, const std::vector<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths)
    text += path + "\n";
  text += "\nStart it with:\n  " + launch_command(evaluation.document) + "\n";
  if (!evaluation.config.findings.empty())
    text += "\nIn the files\n" + findings_text(evaluation.document, evaluation.config.findings);
  return text;
}

}  // namespace zp
