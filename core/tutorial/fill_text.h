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
  std::vector<std::string> problems;  ///< what is no longer true, or cannot be said; each names its line
};

/// The picture of a step: "first-plan-model.png".
std::string picture_name(const Tutorial& tutorial, const TutorialStep& step);

/// The plan it shows: "first-plan-model.zplan.json".
std::string plan_name(const Tutorial& tutorial, const TutorialStep& step);

/// The tutorial's text as Markdown that anybody can show. {{…}} is an expression (facts.h) about the step
/// whose picture came last, the first step before; {{STEP: …}} about another. ![words](step:ID) is the
/// picture of a step with what its numbers say below, [words](step:ID) a link to it, [words](tutorial:NAME)
/// one to another tutorial. A block ```console [STEP] holds one command line, which is run, and what it
/// prints is put below it: `lines=1-9` keeps some of it, `status=1` is what it exits with.
FilledText fill_text(const Tutorial& tutorial, Facts& facts);

/// The controls that the text quotes with text(CONTROL).
std::vector<std::string> quoted_controls(const Tutorial& tutorial);

}  // namespace zp
