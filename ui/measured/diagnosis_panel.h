// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <vector>

#include "ui/measured/diagnosis_text.h"

class QLabel;
class QVBoxLayout;

namespace zp {

class BarChart;
class SentenceRow;
class StateIcon;

/// Shows why a run died or crawls: kind, cause, the line of the log that shows it, the GPU's memory as a bar
/// if it ran out, and remedies. Scrolls if necessary.
class DiagnosisPanel : public QScrollArea {
  Q_OBJECT

 public:
  explicit DiagnosisPanel(QWidget* parent = nullptr);

  void setDiagnosis(const DiagnosisText& diagnosis);
  [[nodiscard]] BarChart& chart() { return *chart_; }
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  /// The user chose to apply a remedy.
  void applyRequested(std::size_t remedy);
  /// The user chose to adopt the plan of the log.
  void planRequested();

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void recolor();

  NoticeLevel level_ = NoticeLevel::error;
  StateIcon* icon_;
  QLabel* kind_;
  QLabel* cause_;
  QLabel* line_;
  BarChart* chart_;
  SentenceRow* other_plan_;
  QVBoxLayout* remedies_;
  std::vector<SentenceRow*> rows_;  ///< reused; as many are visible as there are remedies
};

}  // namespace zp
