// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace zp {

class ChoiceModel;

/// Returns why each strategy was not chosen, in order of missing memory, largest first, and the changes that
/// would help, as rich text. Precondition: choice.hasAnswer().
QString choiceHtml(const ChoiceModel& choice);

}  // namespace zp
