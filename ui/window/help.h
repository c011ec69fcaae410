// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QTextBrowser;
class QWidget;

namespace zp {

class ActionRegistry;
struct PlanResults;

/// These return the pages of the Help menu, each as rich text made from the present state.
QString shortcutsHtml(const ActionRegistry& actions);
/// Returns what the figures rest on, what is exact and what is not, and what is left out; then every entry of
/// this plan's ledger and clock with its formula and source. Settings are links "plan:<plan key>".
QString assumptionsHtml(const PlanResults& results);
QString aboutHtml();
/// Returns docs/commands.md: the commands with their options and examples.
QString commandsHtml();

/// Shows one of these pages in a window of its own, one of that name at most, without stopping the program;
/// links do nothing by themselves.
QTextBrowser* showHelp(QWidget* parent, const QString& name, const QString& title, const QString& html);

}  // namespace zp
