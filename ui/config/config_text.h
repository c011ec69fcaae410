// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <optional>
#include <vector>

#include "ui/config/config_details.h"
#include "ui/model/plan_results.h"

namespace zp {

/// ds_config.json as read-only text. A bar on the left marks lines that differ from `saved`; a double click
/// or Return goes to the control that sets a line. currentLine() is the line under the mouse, else the one
/// with the caret.
class ConfigText : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit ConfigText(QWidget* parent = nullptr);

  /// Sets the lines of `results`, explained by `words` if given, and the lines that the file had when the
  /// plan was opened or saved.
  void setLines(const PlanResults& results, const std::optional<Explanations>& words,
                const std::vector<ConfigLine>& saved);
  [[nodiscard]] bool isChanged(int line) const;
  /// Returns the tool tip of that line as plain text: the control that sets it, DeepSpeed's default, the
  /// user's change, its memory.
  [[nodiscard]] QString tipOf(int line) const;
  /// Returns the line under the mouse, else the one with the caret.
  [[nodiscard]] const ConfigLineState& currentLine() const;
  /// Returns true if a line is pointed at: by the mouse, or by the caret while this widget has the focus.
  [[nodiscard]] bool isPointing() const { return hovered_ >= 0 || hasFocus(); }
  /// Marks the lines that affect any of these entries.
  void markLinesOf(const std::vector<EntryId>& entries);
  [[nodiscard]] bool isMarked(int line) const;
  /// Puts the caret into that line and scrolls to it; −1 is ignored.
  void goToLine(int line);

 signals:
  /// currentLine() or its details have changed.
  void currentLineChanged();
  void settingRequested(const QString& plan_path);

 protected:
  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  [[nodiscard]] int lineAt(const QPoint& pos) const;
  void requestSetting(int line);
  void hover(int line);

  std::vector<ConfigLineState> lines_;
  std::vector<EntryId> marked_;
  int hovered_ = -1;
  class JsonHighlighter* highlighter_;
};

}  // namespace zp
