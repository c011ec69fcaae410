// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include "ui/model/opened_import.h"
#include "ui/results/numbered_text.h"

namespace zp {

/// The text of an imported file, to be read: lines that became keys of the plan are tinted, and lines that
/// were not read have a sign. A tool tip says what became of a line.
class ImportText : public NumberedText {
  Q_OBJECT

 public:
  explicit ImportText(QWidget* parent = nullptr);

  /// Shows the text of a file whose keys are `rows`, with a tool tip for each.
  void setFile(const QString& text, const std::vector<ImportRow>& rows, const QString& program);
  /// Shows that line with the colour of a selection; −1 for none.
  void light(int line);
  [[nodiscard]] QString tipOf(int line) const override;
  /// Returns true if a key of that line became a key of the plan.
  [[nodiscard]] bool isRead(int line) const;

 protected:
  [[nodiscard]] std::optional<LineMark> markOf(int line) const override;
  void changeEvent(QEvent* event) override;

 private:
  struct Keys {
    bool is_read = false;  ///< one of its keys was read
    QStringList sentences;
  };
  std::map<int, Keys> lines_;
  int lit_ = -1;
};

}  // namespace zp
