// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <vector>

#include "ui/model/opened_import.h"
#include "ui/results/numbered_text.h"

namespace zp {

/// The read-only text of an imported file: lines that set plan keys are tinted, lines that were not read have
/// an icon. A tool tip explains each line.
class ImportText : public NumberedText {
  Q_OBJECT

 public:
  explicit ImportText(QWidget* parent = nullptr);

  /// Shows the text of a file whose keys are `rows`, with a tool tip for each.
  void setFile(const QString& text, const std::vector<ImportRow>& rows, const QString& program);
  /// Highlights that line like a selection; −1 for none.
  void light(int line);
  [[nodiscard]] QString tipOf(int line) const override;
  /// Returns true if a key in that line set a plan key.
  [[nodiscard]] bool isRead(int line) const;

 protected:
  [[nodiscard]] std::optional<LineMark> markOf(int line) const override;
  void changeEvent(QEvent* event) override;

 private:
  struct Keys {
    bool is_read = false;  ///< a key in it was read
    QStringList sentences;
  };
  std::map<int, Keys> lines_;
  int lit_ = -1;
};

}  // namespace zp
