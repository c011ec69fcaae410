// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <vector>

#include "core/config/ds_config.h"

namespace zp {

/// ds_config.json as text one can read and copy but not change. A bar at the left marks lines that differ
/// from `saved`; a line's tool tip names the control that sets it, double click or Return goes there.
class ConfigText : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit ConfigText(QWidget* parent = nullptr);

  void setLines(const std::vector<ConfigLine>& lines, const std::vector<ConfigLine>& saved);
  [[nodiscard]] bool isChanged(int line) const;
  /// What the tool tip of that line says, plain text.
  [[nodiscard]] QString tipOf(int line) const;

 signals:
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

  std::vector<ConfigLine> lines_;
  std::vector<bool> changed_;
  class JsonHighlighter* highlighter_;
};

}  // namespace zp
