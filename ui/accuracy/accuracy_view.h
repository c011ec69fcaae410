// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QUrl>
#include <QWidget>

#include "core/accuracy/accuracy.h"

class QLabel;
class QLineEdit;
class QTabWidget;
class QTableView;
class QTextBrowser;

namespace zp {

class Chart;
class PlainTable;
class PlainTableFilter;

/// The view of Help ▸ How right is this: measured against predicted values as a chart, the tables with their
/// medians and goals, the rows of the chosen table with the worst first, and what was left out. Shows the
/// contents of `accuracy` without computing anything.
class AccuracyView : public QWidget {
  Q_OBJECT

 public:
  explicit AccuracyView(const Accuracy& accuracy, QWidget* parent = nullptr);

  void chooseTable(int table);
  /// Selects that row in its table. Precondition: it exists.
  void showRowOf(int table, int row);

 signals:
  void linkActivated(const QUrl& url);
  /// The chart's context menu requests a file: see Chart.
  void saveRequested(zp::Chart& chart, const QString& suffix, double scale);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  [[nodiscard]] QWidget* makePicture();
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
  QTabWidget* tabs_;
  QWidget* comparison_ = nullptr;
  QLineEdit* filter_ = nullptr;
  QTableView* summary_ = nullptr;
  QTableView* rows_view_ = nullptr;
  QTextBrowser* description_ = nullptr;
  QLabel* counts_ = nullptr;
  QTextBrowser* whole_row_ = nullptr;
};

}  // namespace zp
