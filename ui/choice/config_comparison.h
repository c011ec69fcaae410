// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/plan/plan.h"

class QWidget;

namespace zp {

struct NamedPlan {
  QString name;
  PlanDocument document;
};

/// Returns the differences between the ds_config.json of `present` and that of each plan, as
/// lines; rich text.
QString configComparisonHtml(const PlanDocument& present, const std::vector<NamedPlan>& plans);

/// Shows the differences in a separate non-modal window.
void showConfigComparison(QWidget* parent, const PlanDocument& present, const std::vector<NamedPlan>& plans);

}  // namespace zp
