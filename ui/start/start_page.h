// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/plan/plan.h"
#include "ui/theme/theme.h"

class QCheckBox;
class QHBoxLayout;
class QLabel;

namespace zp {

class AskLine;
class Settings;
class StagePicture;
class StartCard;

/// The page shown at the start: inputs for model, method, GPU and count; what ZeRO partitions at each stage;
/// examples with bars and verdicts; tutorials; and recent files (missing ones are marked). Escape, or its
/// last button, continues with the present plan.
class StartPage : public QWidget {
  Q_OBJECT

 public:
  explicit StartPage(Settings& settings, QWidget* parent = nullptr);

  /// Updates the recent files.
  void refresh();
  /// Fills in figures and lists, which would delay the first paint; `plan` is the present one.
  void fill(const Plan& plan);

 signals:
  void planRequested(const zp::PlanDocument& document);
  void exampleRequested(int index);
  void tutorialRequested(const QString& name);
  void fileRequested(const QString& path);
  /// Requests the window's action with that id: "file.open".
  void actionRequested(const QString& id);
  void closeRequested();
  /// The page was painted for the first time.
  void painted();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  [[nodiscard]] QWidget* makeAsk();
  [[nodiscard]] QWidget* makeStages();
  [[nodiscard]] QWidget* makeExamples();
  [[nodiscard]] QWidget* makeTutorials();
  [[nodiscard]] QWidget* makeRecent();
  [[nodiscard]] QWidget* makeFoot();
  [[nodiscard]] QLabel* makeLink(const QString& name, const QString& action, const QString& text);
  void addRecent(const QString& path, int index);
  void colorLegend();

  struct LegendEntry {
    QLabel* label;
    ChartComponent component;
    QString name;
  };

  Settings& settings_;
  AskLine* ask_;
  QLabel* hint_;
  StagePicture* stages_;
  QLabel* stage_words_;
  std::vector<LegendEntry> legend_;
  std::vector<StartCard*> examples_;
  QHBoxLayout* recent_;
  QCheckBox* at_start_;
  bool is_painted_ = false;
};

}  // namespace zp
