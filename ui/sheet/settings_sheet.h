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

/// Everything a plan can say, searched, and set by typing: each change an undo step. What the plan states is
/// marked; what cannot be is told below, and the plan stays.
class SettingsSheet : public QWidget {
  Q_OBJECT

 public:
  explicit SettingsSheet(PlanModel& model, QWidget* parent = nullptr);

  /// Searches for `text`, where there is any, and puts the keyboard into the search, all of it selected.
  void startSearch(const QString& text);

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void addRows();
  void set(const SheetKey& key, const QString& text);
  /// The row the keyboard is on goes back to its default.
  void reset();
  void refresh();
  void filter();
  void showValue(std::size_t place);
  void say(const QString& problem);

  PlanModel& model_;
  QLineEdit* search_;
  QCheckBox* stated_only_;
  QLabel* size_;
  QTreeWidget* tree_;
  QLabel* foot_;
  std::vector<QTreeWidgetItem*> rows_;  ///< of sheetKeys(), in their order
  std::vector<SheetValue> values_;
};

}  // namespace zp
