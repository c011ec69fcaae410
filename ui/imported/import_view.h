// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/model/opened_import.h"
#include "ui/results/plan_view.h"

class QLabel;
class QModelIndex;
class QPushButton;
class QTabBar;
class QTableView;
class QTextBrowser;

namespace zp {

class ImportText;
class PlainTable;

/// An imported file next to the table of its keys: what was read from which line, what its program decides,
/// what was not read and why. Selecting a line selects its row and vice versa; a double click, or Return,
/// goes to the control of the row's key.
class ImportView : public PlanView {
  Q_OBJECT

 public:
  ImportView(PlanModel& model, OpenedImport& file, QWidget* parent = nullptr);

 signals:
  /// The user wants to write the plan's values into the file.
  void writeBackRequested();

 protected:
  void fill() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  [[nodiscard]] QWidget* makeTable();
  void showFile();
  void fitColumns();
  void showRows();
  void showRow();
  void chooseLine();
  void goToField();
  /// Returns the selected row; nullptr if there is none.
  [[nodiscard]] const ImportRow* chosen() const;

  OpenedImport& file_;
  std::vector<ImportRow> rows_;           ///< all keys of the file
  std::vector<const ImportRow*> listed_;  ///< those shown in the table
  QLabel* head_;
  ImportText* text_;
  QTabBar* kinds_;
  PlainTable* table_;
  QTableView* view_ = nullptr;
  QTextBrowser* details_;
  QPushButton* go_;
  QPushButton* write_;
  bool follows_ = false;  ///< true while text and table update each other's selection
};

}  // namespace zp
