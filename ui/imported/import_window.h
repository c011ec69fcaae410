// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace zp {

class ImportView;
class OpenedImport;
class PlanModel;

/// Shows what was read from the imported file, in a separate window, at most one per `parent`.
QDialog* showImportWindow(PlanModel& model, OpenedImport& file, QWidget* parent);
/// Returns the view in that window.
ImportView* importViewOf(const QDialog& window);

}  // namespace zp
