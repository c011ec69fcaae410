// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace zp {

class ActionRegistry;

/// The three pages of the Help menu, each as rich text made from what is there.
QString shortcutsHtml(const ActionRegistry& actions);
/// What the figures rest on, what is exact and what is not, and what is left out.
QString assumptionsHtml();
QString aboutHtml();

/// Shows one of them in a window of its own, without stopping the program.
void showHelp(QWidget* parent, const QString& name, const QString& title, const QString& html);

}  // namespace zp
