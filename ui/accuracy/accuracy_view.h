// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QUrl>
#include <QWidget>

#include "core/accuracy/accuracy.h"

class QLabel;
class QLineEdit;
class QTableView;
class QTextBrowser;

namespace zp {

class PlainTable;
class PlainTableFilter;

/// The view of Help ▸ How right is this: the tables of measured and predicted values with their medians and
/// goals, the rows of the chosen one with the worst first, and what was left out. It shows the content of
/// `accuracy` and computes nothing.
class AccuracyView : public QWidget {
  Q_OBJECT

 public:
  explicit AccuracyView(const Accuracy& accuracy, QWidget* parent = nullptr);

  void chooseTable(int table);

 signals:
  void linkActivated(const QUrl& url);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  [[nodiscard]] QWidget* makeComparison();
  [[nodiscard]] QWidget* makeRows();
  [[nodiscard]] QWidget* makeGrids();
  [[nodiscard]] QWidget* makeLeftOut();
  [[nodiscard]] QString introduction() const;
  [[nodiscard]] const AccuracyRow& rowAt(int shown_row) const;
  /// Returns the shown rows as text separated by tabs.
  [[nodiscard]] QString tsvOf(const QModelIndexList& rows) const;
  void showCounts();
  void showRow();
  void openLink(const class QModelIndex& index);

  const Accuracy& accuracy_;
  int table_ = -1;
  PlainTable* rows_;
  PlainTableFilter* shown_rows_;
  QTableView* summary_ = nullptr;
  QTableView* rows_view_ = nullptr;
  QTextBrowser* what_ = nullptr;
  QLabel* counts_ = nullptr;
  QTextBrowser* whole_row_ = nullptr;
};

}  // namespace zp
