// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/unstated/unstated_window.h"

#include <QDialog>

#include "ui/results/view_window.h"
#include "ui/unstated/unstated_view.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize unstated_size{640, 560};

}  // namespace

QDialog* showUnstatedWindow(UnstatedModel& unstated, QWidget* parent) {
  return showViewWindow(u"unstatedDialog"_s, QObject::tr("Not stated"), unstated_size, parent,
                        [&unstated] { return new UnstatedView(unstated); });
}

}  // namespace zp
