// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/claims/claims_window.h"

#include <QDialog>

#include "ui/claims/claims_view.h"
#include "ui/results/view_window.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize claims_size{1000, 680};

}  // namespace

QDialog* showClaimsWindow(PlanModel& model, QWidget* parent) {
  return showViewWindow(u"claimsDialog"_s, QObject::tr("The two documents, claim by claim"), claims_size,
                        parent, [&model] { return new ClaimsView(model); });
}

}  // namespace zp
