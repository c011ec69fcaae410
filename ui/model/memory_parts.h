// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>

#include "core/memory/estimate.h"
#include "ui/theme/theme.h"

/// The mapping of the ledger's twelve components to the seven that charts, tables and exports show.
namespace zp {

/// Parameters include the gathered ones; optimizer states the master weights; buffers include workspace and
/// staging; overhead is framework and fragmentation.
ChartComponent chartComponentOf(Component component);

using ChartBytes = std::array<Bytes, chart_component_count>;  ///< indexed by ChartComponent
/// Returns the same bytes, grouped: both arrays have the same sum.
ChartBytes chartBytesOf(const ComponentBytes& components);

/// Returns how well `used` fits, from core's `fits` and the share that counts as tight.
Verdict verdictOf(bool fits, Bytes used, Bytes capacity);
/// Returns the worst verdict of GPU, host and drives; unknown if drives are used whose space nobody stated.
Verdict verdictOf(const MemoryEstimate& estimate);
/// Returns the reason of a verdict, "" if it needs none: "+38.7" (GiB a GPU is short of), "host +9,036",
/// "NVMe +120", "NVMe space?".
QString lackText(const MemoryEstimate& estimate);

}  // namespace zp
