// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inputs/input_row.h"

class QCheckBox;

namespace zp {

/// A check box with its text, named "<name>.check". If it does not apply, the reason is appended to the text.
class CheckRow : public InputRow {
  Q_OBJECT

 public:
  CheckRow(const QString& name, const QString& text, const QString& tool_tip, QWidget* parent = nullptr);

  [[nodiscard]] bool isChecked() const;
  /// Sets the state without emitting a signal.
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
