// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/accuracy/accuracy_window.h"

#include <QDesktopServices>
#include <QDialog>

#include "ui/accuracy/accuracy_view.h"
#include "ui/results/view_window.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize first_size{1000, 680};
constexpr QSize least_size{480, 520};  // of the view, because layouts ignore wrapped texts in minimum heights

}  // namespace

QDialog* showAccuracyWindow(const Accuracy& accuracy, QWidget* parent, const SaveChart& save) {
  return showViewWindow(u"accuracyDialog"_s, QObject::tr("How right is this"), first_size, parent, [&] {
    auto* view = new AccuracyView(accuracy);
    view->setMinimumSize(least_size);
    QObject::connect(view, &AccuracyView::linkActivated, view,
                     [](const QUrl& url) { QDesktopServices::openUrl(url); });
    if (save) QObject::connect(view, &AccuracyView::saveRequested, view, save);
    return view;
  });
}

}  // namespace zp
