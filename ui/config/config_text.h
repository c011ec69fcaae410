// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <optional>
#include <vector>

#include "ui/config/config_details.h"
#include "ui/model/plan_results.h"

namespace zp {

/// ds_config.json as text one can read and copy but not change. A bar at the left marks lines that differ
/// from `saved`; double click or Return goes to the control that sets a line. currentLine() is what is to be
/// said of the line under the mouse, or else under the caret.
class ConfigText : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit ConfigText(QWidget* parent = nullptr);

  /// The lines of `results`, whose ledger `words` explain where there are any, and those the file had when
  /// the plan was opened or saved.
  void setLines(const PlanResults& results, const std::optional<Explanations>& words,
                const std::vector<ConfigLine>& saved);
  [[nodiscard]] bool isChanged(int line) const;
  /// What the tool tip of that line says, plain text: what sets it, DeepSpeed's default, what was changed,
  /// what it costs.
  [[nodiscard]] QString tipOf(int line) const;
  /// Of the line the mouse is on, else of that the caret is in.
  [[nodiscard]] const ConfigLineState& currentLine() const;
  /// That line is pointed at: by the mouse, or by the caret while the keyboard is here.
  [[nodiscard]] bool isPointing() const { return hovered_ >= 0 || hasFocus(); }
  /// Marks the lines that decide on any of these bytes.
  void markLinesOf(const std::vector<EntryId>& entries);
  [[nodiscard]] bool isMarked(int line) const;
  /// Puts the caret there, in view; −1 is ignored.
  void goToLine(int line);

 signals:
  /// currentLine() is another, or says something else.
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
