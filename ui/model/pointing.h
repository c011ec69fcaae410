// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <optional>
#include <vector>

#include "core/memory/ledger.h"
#include "core/search/strategy.h"

namespace zp {

/// What the mouse, or the keyboard, is on.
struct Pointed {
  std::optional<Strategy> strategy = std::nullopt;
  std::optional<Moment> moment = std::nullopt;  ///< of the training step
  std::optional<int> gpus = std::nullopt;       ///< of the whole cluster
  std::vector<EntryId> entries = {};            ///< of the ledger of the plan as it is
  bool operator==(const Pointed&) const = default;
};

/// What is pointed at in one view, so that every other view in sight marks the same. The last to point
/// counts.
class Pointing : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  [[nodiscard]] const Pointed& pointed() const { return pointed_; }
  /// Nothing where it is left.
  void point(const Pointed& pointed = {});
  /// What stays marked while nothing is pointed at; the same once more lets go of it.
  void pin(const std::vector<EntryId>& entries);
  /// Those pointed at, else those pinned.
  [[nodiscard]] const std::vector<EntryId>& entries() const;

 signals:
  void changed();

 private:
  Pointed pointed_;
  std::vector<EntryId> pinned_;
};

}  // namespace zp
