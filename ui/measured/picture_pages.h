// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>

class QButtonGroup;
class QComboBox;
class QHBoxLayout;
class QStackedWidget;

namespace zp {

class BarChart;
class Chart;
class FlameChart;
class PlanModel;
class RunModel;
class ScatterChart;

/// The pages of the Measured view, one of which is shown: why a run died, a snapshot as a flame chart,
/// measured next to predicted memory and times as bars, a quantity over the run, and all figures as a table.
/// Pages without content are not available.
class PicturePages : public QWidget {
  Q_OBJECT

 public:
  enum class Page { died, snapshot, memory, times, course, figures };
  static constexpr std::size_t page_count = 6;

  /// Takes ownership of the two pages that the caller fills.
  PicturePages(PlanModel& model, RunModel& run, QWidget* died, QWidget* figures, QWidget* parent = nullptr);

  /// Fills the pages; `plan_name` is shown on exported pictures.
  void fill(const QString& plan_name);
  /// Selects the first page with content, because the logs have changed.
  void begin();
  [[nodiscard]] bool hasPages() const;
  void show(Page page);
  [[nodiscard]] Page page() const;
  /// Returns the chart of the current page; nullptr if it has none.
  [[nodiscard]] Chart* chart() const;
  /// Returns the charts of all pages.
  [[nodiscard]] std::vector<Chart*> charts() const;

 signals:
  void saveRequested(const QString& suffix, double scale);

 private:
  void addPage(Page page, const QString& title, const QString& name, QWidget* widget);
  void setOffered(Page page, bool offered);
  [[nodiscard]] bool isOffered(Page page) const;
  void fillList(QComboBox& list, const QStringList& names);
  void arrangeSwitch();
  void fillBars(const QString& plan_name);
  void fillCourse(const QString& plan_name);
  void fillSnapshot(const QString& plan_name);

  PlanModel& model_;
  RunModel& run_;
  std::array<bool, page_count> offered_{};
  QButtonGroup* switch_;
  QHBoxLayout* switch_line_;
  QStackedWidget* pages_;
  BarChart* memory_;
  BarChart* times_;
  ScatterChart* course_;
  FlameChart* snapshot_;
  QComboBox* courses_;
  QComboBox* snapshots_;
};

}  // namespace zp
