// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QTextBrowser;
class QWidget;

namespace zp {

class ActionRegistry;
struct PlanResults;

/// Return the pages of the Help menu as rich text for the present state.
QString shortcutsHtml(const ActionRegistry& actions);
/// Returns what the figures are based on, what is exact, what is not, and what is not modelled; then every
/// entry of this plan's ledger and clock with formula and source. Settings are links "plan:<plan key>".
QString assumptionsHtml(const PlanResults& results);
QString aboutHtml();
/// Returns docs/commands.md: the commands with their options and examples.
QString commandsHtml();

/// Shows one of these pages in its own non-modal window, at most one per name; links do nothing by
/// themselves.
QTextBrowser* showHelp(QWidget* parent, const QString& name, const QString& title, const QString& html);

}  // namespace zp
