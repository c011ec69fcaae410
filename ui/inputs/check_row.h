// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inputs/input_row.h"

class QCheckBox;

namespace zp {

/// A check box with its text, named "<name>.check". When it does not apply, the reason follows the text.
class CheckRow : public InputRow {
  Q_OBJECT

 public:
  CheckRow(const QString& name, const QString& text, const QString& tool_tip, QWidget* parent = nullptr);

  [[nodiscard]] bool isChecked() const;
  /// Shows that state; emits nothing.
  void setChecked(bool checked);

  [[nodiscard]] int labelWidthHint() const override { return 0; }
  void setLabelWidth(int /*width*/) override {}

 signals:
  void edited(bool checked, int gesture);

 protected:
  void showReason(const QString& reason) override;

 private:
  QString text_;
  QCheckBox* box_;
};

}  // namespace zp
