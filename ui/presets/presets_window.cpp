// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presets/presets_window.h"

#include <QDialog>

#include "ui/presets/presets_view.h"
#include "ui/results/view_window.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize presets_size{900, 620};

}  // namespace

QDialog* showPresetsWindow(OwnPresets& presets, const PlanModel& model, Settings& settings, QWidget* parent) {
  return showViewWindow(u"presetsDialog"_s, QObject::tr("Presets"), presets_size, parent,
                        [&] { return new PresetsView(presets, model, settings); });
}

}  // namespace zp
