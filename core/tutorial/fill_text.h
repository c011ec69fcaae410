// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/tutorial/facts.h"
#include "core/tutorial/tutorial.h"

namespace zp {

struct FilledText {
  std::string markdown;
  std::vector<std::string> problems;  ///< false statements and invalid expressions; each names its line
};

/// Returns the file name of a step's picture: "first-plan-model.png".
std::string picture_name(const Tutorial& tutorial, const TutorialStep& step);

/// Returns the file name of the plan in that picture: "first-plan-model.zplan.json".
std::string plan_name(const Tutorial& tutorial, const TutorialStep& step);

/// Returns the tutorial's text as plain Markdown. {{…}} is an expression (facts.h) about the step whose
/// picture came last, or about the first step before any picture; {{STEP: …}} is about another step.
/// ![words](step:ID) is the picture of a step with its numbered sentences below, [words](step:ID) a link to
/// it, [words](tutorial:NAME) a link to another tutorial. A block ```console [STEP] holds one command line;
/// it is run, and its output is inserted below it: `lines=1-9` selects lines, `status=1` is the expected exit
/// status.
FilledText fill_text(const Tutorial& tutorial, Facts& facts);

/// Returns the controls that the text quotes with text(CONTROL).
std::vector<std::string> quoted_controls(const Tutorial& tutorial);

}  // namespace zp
