// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/collapsible_group.h"

#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/inputs/field_frame.h"
#include "ui/inputs/input_row.h"
#include "ui/inputs/tab_order.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

CollapsibleGroup::CollapsibleGroup(const QString& title, MakeRows make, QWidget* parent)
    : QWidget(parent),
      header_(new QToolButton(this)),
      content_(new QWidget(this)),
      lines_(new QVBoxLayout(content_)),
      make_(std::move(make)) {
  header_->setObjectName(u"header"_s);
  header_->setText(title);
  header_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  header_->setAutoRaise(true);
  header_->setFocusPolicy(Qt::StrongFocus);
  header_->setAccessibleName(title);
  lines_->setContentsMargins(0, 4, 0, 0);
  lines_->setSpacing(row_gap);
  addParts(*makeColumn(this, 0), {{header_, 0, Qt::AlignLeft}, content_});
  setExpanded(false);
  connect(header_, &QToolButton::clicked, this, [this] {
    setExpanded(!isExpanded());
    emit toggled(isExpanded());
  });
}

void CollapsibleGroup::makeRows() {
  if (!make_) return;
  const std::vector<InputRow*> rows = std::exchange(make_, nullptr)();
  int width = 0;
  for (const InputRow* row : rows)
    width = std::max(width, row->labelWidthHint());
  QWidget* before = header_;
  for (InputRow* row : rows) {
    row->setLabelWidth(width);
    lines_->addWidget(row);
    before = &moveInTabOrder(*before, *row);
  }
}

bool CollapsibleGroup::isExpanded() const { return !content_->isHidden(); }

void CollapsibleGroup::setExpanded(bool expanded) {
  if (expanded) makeRows();
  content_->setHidden(!expanded);
  header_->setArrowType(expanded ? Qt::DownArrow : Qt::RightArrow);
  header_->setAccessibleDescription(expanded ? tr("expanded") : tr("collapsed"));
}

}  // namespace zp
