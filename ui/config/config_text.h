// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <vector>

#include "ui/config/config_details.h"
#include "ui/model/plan_results.h"

namespace zp {

/// ds_config.json as text one can read and copy but not change. A bar at the left marks lines that differ
/// from `saved`; double click or Return goes to the control that sets a line. currentLine() is what is to be
/// said of the line under the caret.
class ConfigText : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit ConfigText(QWidget* parent = nullptr);

  /// The lines of `results`, and those the file had when the plan was opened or saved.
  void setLines(const PlanResults& results, const std::vector<ConfigLine>& saved);
  [[nodiscard]] bool isChanged(int line) const;
  /// What the tool tip of that line says, plain text: what sets it, DeepSpeed's default, what was changed,
  /// what it costs.
  [[nodiscard]] QString tipOf(int line) const;
  /// Of the line the caret is in.
  [[nodiscard]] const ConfigLineState& currentLine() const;

 signals:
  void currentLineChanged();
  void settingRequested(const QString& plan_path);

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] int lineAt(const QPoint& pos) const;
  void requestSetting(int line);

  std::vector<ConfigLineState> lines_;
  class JsonHighlighter* highlighter_;
};

}  // namespace zp
