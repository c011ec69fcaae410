// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "core/unstated/unstated.h"

namespace zp {

/// A value that an open setting may have, in words.
struct OpenValueText {
  QString value;        ///< "eager attention"
  QString change = {};  ///< "+48 % a step"
  QString tip = {};     ///< peak and step with it, and what a press on its button writes
  bool operator==(const OpenValueText&) const = default;
};

/// A setting that the plan leaves open, in words.
struct OpenSettingText {
  QString title;
  OpenValueText assumed;    ///< its change is the origin: "TRL's default"
  bool is_statable = true;  ///< false if the assumed value is none that a plan could state
  std::vector<OpenValueText> alternatives;
  bool operator==(const OpenSettingText&) const = default;
};

std::vector<OpenSettingText> openSettingTexts(const std::vector<UnstatedSetting>& settings, const Plan& plan);

/// Returns what is not stated on one line, the longest form first: "Not stated: eager attention +48 % a step,
/// weights loaded in fp32 +13.1 GiB … (12)", down to "12 not stated". Each setting is named with the first
/// part of its largest change.
QStringList notStatedForms(const std::vector<UnstatedSetting>& settings);

}  // namespace zp
