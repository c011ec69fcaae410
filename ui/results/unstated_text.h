// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "core/unstated/unstated.h"

namespace zp {

/// A possible value of an unstated setting, in words.
struct OpenValueText {
  QString value;        ///< "eager attention"
  QString change = {};  ///< "+48 % a step"
  QString tip = {};     ///< peak and step with it, and the key that its button sets
  bool operator==(const OpenValueText&) const = default;
};

/// An unstated setting in words.
struct OpenSettingText {
  QString title;
  OpenValueText assumed;    ///< the assumed value; its `change` states the origin: "TRL's default"
  bool is_statable = true;  ///< false if no plan can state the assumed value
  std::vector<OpenValueText> alternatives;
  bool operator==(const OpenSettingText&) const = default;
};

std::vector<OpenSettingText> openSettingTexts(const std::vector<UnstatedSetting>& settings, const Plan& plan);

/// Returns texts of decreasing length that fit on one line: from "Not stated (odds with it 74 %): eager
/// attention +48 % a step, weights loaded in fp32 +13.1 GiB … (12)" to "12 not stated, odds 74 %". Each
/// setting is followed by the first part of its largest change. `odds` is that of open_odds.
QStringList notStatedForms(const std::vector<UnstatedSetting>& settings, double odds);

}  // namespace zp
