// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lesson_window.h"

#include <QDialog>

#include "ui/lesson/lesson_view.h"
#include "ui/results/view_window.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize first_lesson_size{960, 620};

}  // namespace

QDialog* showLessonWindow(PlanModel& model, QWidget* parent) {
  return showViewWindow(u"lessonDialog"_s, QObject::tr("ZeRO explained"), first_lesson_size, parent,
                        [&model] {
                          auto* view = new LessonView(model.document());
                          QObject::connect(view, &LessonView::strategyWanted, view,
                                           [&model](const Strategy& strategy) { model.adopt(strategy); });
                          return view;
                        });
}

}  // namespace zp
