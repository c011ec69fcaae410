// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/pointed_item.h"

namespace zp {

void PointedItemSignal::point(const PointedItem& pointed) {
  if (pointed == pointed_) return;
  pointed_ = pointed;
  emit changed();
}

void PointedItemSignal::pin(const std::vector<EntryId>& entries) {
  pinned_ = entries == pinned_ ? std::vector<EntryId>() : entries;
  emit changed();
}

const std::vector<EntryId>& PointedItemSignal::entries() const {
  return pointed_.entries.empty() ? pinned_ : pointed_.entries;
}

}  // namespace zp
