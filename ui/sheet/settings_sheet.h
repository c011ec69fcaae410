// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "ui/sheet/sheet_keys.h"

class QCheckBox;
class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace zp {

class PlanModel;

/// The list of all settings of a plan, searchable and editable; each change is an undo step. Stated settings
/// are marked; a refused value is reported below, and the plan stays unchanged.
class SettingsSheet : public QWidget {
  Q_OBJECT

 public:
  explicit SettingsSheet(PlanModel& model, QWidget* parent = nullptr);

  /// Searches for `text` if it is not empty, and focuses the search field with all text selected.
  void startSearch(const QString& text);

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void addRows();
  void set(const SheetKey& key, const QString& text);
  /// Resets the current row to its default.
  void reset();
  void refresh();
  void filter();
  void showValue(std::size_t place);
  void showProblem(const QString& problem);

  PlanModel& model_;
  QLineEdit* search_;
  QCheckBox* stated_only_;
  QLabel* size_;
  QTreeWidget* tree_;
  QLabel* foot_;
  std::vector<QTreeWidgetItem*> rows_;  ///< one per sheetKeys(), in the same order
  std::vector<SheetValue> values_;
};

}  // namespace zp
