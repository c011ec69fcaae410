// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "core/export/ds_config.h"
#include "core/report/key_details.h"
#include "ui/model/plan_results.h"

namespace zp {

/// A line of the plan's ds_config.json with its details.
struct ConfigLineState {
  ConfigLine line;
  KeyDetails details;
  QString before = {};  ///< its value when the plan was opened or saved, if it has changed since
  bool changed = false;
  bool is_new = false;  ///< true if the file did not have it then
};

/// Returns plain sentences for tool tips and screen readers: the key, the control that sets it, DeepSpeed's
/// default, the user's change, its memory. Empty for a line without a key.
QStringList sentencesOf(const ConfigLineState& line);
/// Returns the same sentences as HTML for the pane below the text, followed by all affected ledger entries
/// with their formulas and sources.
QString detailsHtml(const ConfigLineState& line);
/// Returns the text of the bar above the file: "reduce_bucket_size: 0.93 GiB of the 40.9 GiB at the peak
/// (Reduce bucket)"; for a line that affects no bytes, the GPU's memory at the peak.
QString barWords(const ConfigLineState& line, const PlanResults& results);
/// Returns the value in a line: "2" for `  "stage": 2,`.
QString valueIn(const std::string& line);

}  // namespace zp
