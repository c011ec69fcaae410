// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QUrl>
#include <QWidget>

#include "ui/accuracy/accuracy_picture.h"

class QLabel;
class QPushButton;
class QTextBrowser;

namespace zp {

class Chart;
class ScatterChart;

/// Measured against predicted values as a chart, of memory or time; below it all details of the chosen point,
/// with a button that goes to its row in the tables.
class AccuracyPage : public QWidget {
  Q_OBJECT

 public:
  explicit AccuracyPage(const Accuracy& accuracy, QWidget* parent = nullptr);

  /// Returns true if there is something to draw.
  [[nodiscard]] static bool hasPicture(const Accuracy& accuracy);
  [[nodiscard]] ScatterChart& chart() { return *chart_; }
  void showSubject(std::size_t subject);

 signals:
  void rowRequested(int table, int row);
  void linkActivated(const QUrl& url);
  void saveRequested(zp::Chart& chart, const QString& suffix, double scale);

 private:
  [[nodiscard]] QWidget* makeSubjects();
  void showPoint(int point);
  void goToRow();

  const Accuracy& accuracy_;
  AccuracyPicture picture_;
  int point_ = -1;
  QLabel* head_;
  ScatterChart* chart_;
  QTextBrowser* row_;
  QPushButton* go_;
};

}  // namespace zp
