// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/chart_view.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include "core/plan_file/plan_file.h"
#include "ui/model/plan_model.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int hash_digits = 12;

QString nameOf(const PlanModel& model) {
  const QByteArray plan = QByteArray::fromStdString(write_plan(model.results().evaluation.document));
  const QString hash = QString::fromLatin1(
      QCryptographicHash::hash(plan, QCryptographicHash::Sha256).toHex().left(hash_digits));
  const QString file = model.filePath();
  return (file.isEmpty() ? QObject::tr("unsaved plan") : QFileInfo(file).fileName()) + u", " + hash;
}

}  // namespace

Chart& ChartView::chartForExport() {
  fillCharts(nameOf(model_));
  return currentChart();
}

std::vector<Chart*> ChartView::chartsForExport() {
  fillCharts(nameOf(model_));
  return charts();
}

}  // namespace zp
