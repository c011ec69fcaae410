// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/tutorial/tutorial.h"

class QWidget;

namespace zp {

class ActionRegistry;

/// Performs the action on the window by mouse and keyboard events. A dropped file is taken from `folder`.
/// Returns why it was impossible, "" on success.
QString perform(const TutorialAction& action, QWidget& window, const ActionRegistry& actions,
                const QString& folder);

}  // namespace zp
