// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lesson_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <algorithm>
#include <array>

#include "ui/inputs/input_row.h"
#include "ui/lesson/lesson.h"
#include "ui/lesson/partition_picture.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int controls_width = 340;
/// Plan keys that the user can try out.
constexpr std::array tried = {"zero.stage", "zero.offload_optimizer", "cluster.gpus_per_node",
                              "cluster.nodes"};

/// Renames a row and its parts, because the main window has controls with the same names.
void rename(InputRow& row) {
  row.setObjectName(u"lesson."_s + row.objectName());
  for (QObject* part : row.findChildren<QObject*>())
    if (!part->objectName().isEmpty()) part->setObjectName(u"lesson."_s + part->objectName());
}

}  // namespace

LessonView::LessonView(const PlanDocument& document, QWidget* parent)
    : QWidget(parent),
      picture_(new PartitionPicture),
      title_(new QLabel),
      text_(new QLabel),
      use_(new QPushButton(tr("&Use this stage and offload"))) {
  setObjectName(u"lesson"_s);
  model_.reset(document, {});
  auto* controls = new QWidget;
  controls->setFixedWidth(controls_width);
  auto* lines = makeColumn(controls, -1);
  for (const char* path : tried) {
    rows_.push_back(bindField(*fieldOf(path), model_));
    rename(*rows_.back().row);
    lines->addWidget(rows_.back().row);
  }
  int label_width = 0;
  for (const BoundRow& row : rows_)
    label_width = std::max(label_width, row.row->labelWidthHint());
  for (const BoundRow& row : rows_)
    row.row->setLabelWidth(label_width);
  title_->setObjectName(u"lesson.title"_s);
  title_->setFont(scaledFont(font(), 1.2, QFont::DemiBold));
  title_->setContentsMargins(12, 12, 12, 0);
  text_->setObjectName(u"lesson.text"_s);
  text_->setWordWrap(true);
  text_->setContentsMargins(12, 4, 12, 12);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  use_->setObjectName(u"lesson.use"_s);
  use_->setAutoDefault(false);
  lines->addWidget(title_);
  auto* scrolled = new QScrollArea;
  scrolled->setObjectName(u"lesson.area"_s);
  scrolled->setAccessibleName(tr("What happens"));
  scrolled->setFrameShape(QFrame::NoFrame);
  scrolled->setWidgetResizable(true);
  scrolled->setWidget(text_);
  text_->setAlignment(Qt::AlignTop);
  addParts(*lines, {{scrolled, 1}, {use_, 0, Qt::AlignLeft}});
  auto* columns = new QHBoxLayout(this);
  addParts(*columns, {controls, {picture_, 1}});
  connect(&model_, &PlanModel::changed, this, &LessonView::refresh);
  connect(use_, &QPushButton::clicked, this, [this] { emit strategyWanted(strategy_of(plan())); });
  refresh();
}

void LessonView::refresh() {
  for (const BoundRow& row : rows_)
    row.refresh();
  use_->setEnabled(!model_.results().stale);
  if (!model_.results().has_numbers) {
    text_->setText(tr("The plan has an error that the list of issues names; there is nothing to show yet."));
    return;
  }
  const Lesson lesson = lessonOf(model_.results());
  picture_->setLesson(lesson);
  title_->setText(lesson.title);
  text_->setText(lesson.sentences.join(u"\n\n"_s));
}

}  // namespace zp
