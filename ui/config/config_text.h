// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <optional>
#include <vector>

#include "ui/config/config_details.h"
#include "ui/model/plan_results.h"

namespace zp {

/// ds_config.json as text that can be read and copied but not changed. A bar at the left marks lines that
/// differ from `saved`; double click or Return goes to the control that sets a line. currentLine() describes
/// the line under the mouse, or else under the caret.
class ConfigText : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit ConfigText(QWidget* parent = nullptr);

  /// Sets the lines of `results`, whose ledger `words` explains if present, and the lines that the file had
  /// when the plan was opened or saved.
  void setLines(const PlanResults& results, const std::optional<Explanations>& words,
                const std::vector<ConfigLine>& saved);
  [[nodiscard]] bool isChanged(int line) const;
  /// Returns the tool tip of that line, as plain text: the control that sets it, DeepSpeed's default, the
  /// user's change, its memory cost.
  [[nodiscard]] QString tipOf(int line) const;
  /// Returns the line the mouse is on, else the one the caret is in.
  [[nodiscard]] const ConfigLineState& currentLine() const;
  /// Returns true if a line is pointed at: by the mouse, or by the caret while the keyboard is here.
  [[nodiscard]] bool isPointing() const { return hovered_ >= 0 || hasFocus(); }
  /// Marks the lines that decide on any of these entries.
  void markLinesOf(const std::vector<EntryId>& entries);
  [[nodiscard]] bool isMarked(int line) const;
  /// Puts the caret into that line and scrolls to it; −1 is ignored.
  void goToLine(int line);

 signals:
  /// currentLine() is another line, or its details have changed.
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
