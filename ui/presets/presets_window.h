// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QDialog;
class QWidget;

namespace zp {

class OwnPresets;
class PlanModel;
class Settings;

/// Shows Plan ▸ Presets in a separate window, at most one per `parent`.
QDialog* showPresetsWindow(OwnPresets& presets, const PlanModel& model, Settings& settings, QWidget* parent);

}  // namespace zp
