// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>

#include "core/memory/estimate.h"
#include "ui/theme/theme.h"

/// From the ledger's twelve components to the seven that charts, tables and exports show.
namespace zp {

/// Parameters with those gathered; optimizer states with the master weights; buffers with workspace and
/// staging; overhead is framework and fragmentation.
ChartComponent chartComponentOf(Component component);

using ChartBytes = std::array<Bytes, chart_component_count>;  ///< indexed by ChartComponent
/// The same bytes, grouped: they sum to what the twelve sum to.
ChartBytes chartBytesOf(const ComponentBytes& components);

/// How well `used` fits, by core's word for it and the share that counts as tight.
Verdict verdictOf(bool fits, Bytes used, Bytes capacity);
/// The worst of GPU, host and drives; unknown where drives are used of which nobody stated the space.
Verdict verdictOf(const MemoryEstimate& estimate);
/// What is behind a verdict, "" where nothing needs a word: "+38.7" (GiB a GPU is short of), "host +9,036",
/// "NVMe +120", "NVMe space?".
QString lackText(const MemoryEstimate& estimate);

}  // namespace zp
