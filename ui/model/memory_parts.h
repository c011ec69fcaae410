// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <array>

#include "core/memory/estimate.h"
#include "ui/theme/theme.h"

/// Maps the ledger's twelve components to the seven in charts, tables and exports.
namespace zp {

/// Gathered parameters count as parameters; master weights as optimizer states; workspace and staging as
/// buffers; framework and fragmentation as overhead.
ChartComponent chartComponentOf(Component component);

using ChartBytes = std::array<Bytes, chart_component_count>;  ///< indexed by ChartComponent
/// Returns the same bytes grouped; the sums are equal.
ChartBytes chartBytesOf(const ComponentBytes& components);

/// Entries of model states that stage 0 does not have, such as DeepSpeed's gradients of borders: what a GPU
/// keeps beside its equal share.
struct BesideShare {
  Bytes bytes;
  QStringList titles;
};
/// Returns those at that moment on a GPU; `whole` is the estimate of the same plan at stage 0.
BesideShare besideShare(const Plan& plan, const MemoryEstimate& estimate, const MemoryEstimate& whole,
                        Moment moment);

/// Returns the verdict for `used` bytes, from core's `fits` and the share that counts as tight.
Verdict verdictOf(bool fits, Bytes used, Bytes capacity);
/// Returns the worst verdict of GPU, host and drives; unknown if drives of unknown capacity are used.
Verdict verdictOf(const MemoryEstimate& estimate);
/// Returns the reason of a verdict, "" if there is none: "+38.7" (GiB lacking per GPU), "host +9,036", "NVMe
/// +120", "NVMe space?".
QString lackText(const MemoryEstimate& estimate);

}  // namespace zp
