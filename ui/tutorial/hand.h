// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/tutorial/tutorial.h"

class QWidget;

namespace zp {

class ActionRegistry;

/// Performs the action on the window, with the events that mouse and keyboard would cause. A dropped file
/// lies in `folder`. Returns what prevented it in words, "" when it is done.
QString perform(const TutorialAction& action, QWidget& window, const ActionRegistry& actions,
                const QString& folder);

}  // namespace zp
