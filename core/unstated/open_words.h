// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/unstated/unstated.h"

/// Descriptions of open settings and their alternatives, for reports and the window.
namespace zp {

/// Returns the value in the form that --set accepts: "eager", "4096", "1.25", "true", "q_proj,v_proj".
std::string setting_text(const KeyValue& value);

/// Returns the value with its unit, as on a button: "eager", "12.5 GB/s", "TRL".
std::string short_value(const OpenSetting& setting, const KeyValue& value);

/// Returns a description of the value in lower case: "eager attention", "weights loaded in fp32", "12.5 GB/s
/// between nodes for each GPU".
std::string phrase_of(const OpenSetting& setting, const KeyValue& value);
/// Describes the difference between the figures: "+13.1 GiB", "+48 % a step", "−2.1 GiB, +12 % a step, no
/// longer fits".
std::string change_of(const OpenFigures& before, const OpenFigures& after);
/// Returns "weights loaded in fp32: +13.1 GiB".
std::string sentence_of(const UnstatedSetting& open, const Alternative& alternative);
/// Returns the origin of the assumed value: "TRL's default", "the planner's default", "as the framework
/// does", "the vendor's node of this GPU".
std::string origin_words(const UnstatedSetting& open, const Plan& plan);

}  // namespace zp
