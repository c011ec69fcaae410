// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace zp {

/// Returns a label without the mark of its access key: "GPUs / &node" → "GPUs / node".
inline QString withoutAccessKey(QString label) { return label.remove(QLatin1Char('&')); }

}  // namespace zp
