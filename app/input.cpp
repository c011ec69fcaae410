// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/input.h"

#include "core/plan/plan_file.h"
#include "core/report/findings.h"
#include "core/rules/check_plan.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

/// Reads and checks, and hands each complaint to `complain`.
template <class Complain>
PlanDocument read_and_check(const std::string& text, const Complain& complain) {
  PlanDocument document;
  try {
    document = read_plan(text);
  } catch (const FileError& error) {
    throw InputError(complain(error.what()));
  }
  const std::vector<Finding> findings = check(document.plan);
  if (is_usable(findings)) return document;
  std::string message;
  for (const Finding& finding : findings)
    if (is_impossible(finding)) message += (message.empty() ? "" : "\n") + complain(sentence_of(finding));
  throw InputError(message);
}

}  // namespace

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

PlanDocument load_plan(const std::string& path) {
  return read_and_check(read_text_file(path),
                        [&](const std::string& sentence) { return input_name(path) + ": " + sentence; });
}

PlanDocument parse_plan(const std::string& text) {
  return read_and_check(text, [](const std::string& sentence) { return sentence; });
}

}  // namespace zp::app
