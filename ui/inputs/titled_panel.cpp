// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/titled_panel.h"

#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/inputs/fact_label.h"
#include "ui/inputs/field_frame.h"
#include "ui/inputs/input_row.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

namespace zp {

TitledPanel::TitledPanel(const QString& title, QWidget* parent)
    : QWidget(parent), panel_(new QWidget(this)), head_(new QHBoxLayout), lines_(new QVBoxLayout(panel_)) {
  auto* label = new QLabel(title, this);
  label->setFont(scaledFont(font(), 1, QFont::Bold));
  lines_->setContentsMargins(0, 5, 0, 5);
  lines_->setSpacing(row_gap);
  head_->addWidget(label);
  addParts(*makeColumn(this, 3), {head_, panel_});
  setAccessibleName(title);
}

void TitledPanel::addRow(InputRow* row) {
  rows_.push_back(row);
  lines_->addWidget(row);
  setLabelWidth(labelWidthHint());
}

void TitledPanel::addWidget(QWidget* widget) { lines_->addWidget(widget); }

void TitledPanel::setFact(FactLabel* fact) {
  fact->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  head_->addWidget(fact, 1);
}

int TitledPanel::labelWidthHint() const {
  int width = 0;
  for (const InputRow* row : rows_)
    width = std::max(width, row->labelWidthHint());
  return width;
}

void TitledPanel::setLabelWidth(int width) {
  for (InputRow* row : rows_)
    row->setLabelWidth(width);
}

void TitledPanel::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& c = themeColors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(blend(c.outline, c.grid, 0.25), 1));
  painter.setBrush(c.panel);
  painter.drawRoundedRect(QRectF(panel_->geometry()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

}  // namespace zp
