// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/check_row.h"

#include <QCheckBox>
#include <QSignalBlocker>

#include "ui/inputs/field_frame.h"
#include "ui/theme/access_key.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
CheckRow::CheckRow(const QString& name, const QString& text, const QString& tool_tip, QWidget* parent)
    : InputRow(name, {}, tool_tip, withoutAccessKey(text), parent), text_(text), box_(new QCheckBox(text)) {
  box_->setObjectName(name + u".check"_s);
  box_->setAccessibleName(spokenName());
  box_->setAccessibleDescription(tool_tip);
  box_->setMinimumHeight(field_height);
  setField(box_, box_);
  watch(box_);
  connect(box_, &QCheckBox::toggled, this, [this](bool on) {
    beginGesture();
    emit edited(on, gesture());
  });
}

bool CheckRow::isChecked() const { return box_->isChecked(); }

void CheckRow::setChecked(bool checked) {
  const QSignalBlocker quiet(box_);
  box_->setChecked(checked);
}

void CheckRow::showReason(const QString& reason) {
  box_->setText(reason.isEmpty() ? text_ : tr("%1 (%2)").arg(text_, reason));
  box_->setEnabled(reason.isEmpty());
}

}  // namespace zp
