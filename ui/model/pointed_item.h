// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "core/memory/ledger.h"
#include "core/sharding/strategy.h"

namespace zp {

/// The item that the mouse or the keyboard points at.
struct PointedItem {
  std::optional<Strategy> strategy = std::nullopt;
  std::optional<Moment> moment = std::nullopt;  ///< of the training step
  std::optional<int> gpus = std::nullopt;       ///< number of GPUs of the whole cluster
  std::vector<EntryId> entries = {};            ///< entries of the present plan's ledger
  bool operator==(const PointedItem&) const = default;
};

/// The item pointed at in one view, so that all other visible views mark it too. The last view that pointed
/// counts.
class PointedItemSignal : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  [[nodiscard]] const PointedItem& pointed() const { return pointed_; }
  /// Sets the item pointed at; the default means none.
  void point(const PointedItem& pointed = {});
  /// Pins entries, which stay marked while nothing is pointed at; pinning the same entries again removes the
  /// pin.
  void pin(const std::vector<EntryId>& entries);
  /// Returns the entries pointed at, else the pinned ones.
  [[nodiscard]] const std::vector<EntryId>& entries() const;

 signals:
  void changed();

 private:
  PointedItem pointed_;
  std::vector<EntryId> pinned_;
};

}  // namespace zp
