// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <vector>

#include "core/calibrate/calibrate_logs.h"
#include "core/measure/measure.h"

namespace zp {

class PlanModel;

/// The logs, snapshots and messages of runs that were given to the window, and what they come to beside the
/// plan as it is now. They belong to the session, not to the plan's file.
class RunModel : public QObject {
  Q_OBJECT

 public:
  using Differences = std::vector<MeasuredDifference>;

  explicit RunModel(PlanModel& model, QObject* parent = nullptr);

  [[nodiscard]] const std::vector<NamedLog>& logs() const { return logs_; }
  [[nodiscard]] bool isEmpty() const { return logs_.empty(); }
  /// A log in a file, beside those that are there; false where nothing in it was recognised. Throws FileError
  /// where it cannot be read.
  bool addFile(const QString& path);
  /// The same of a text that was dropped or pasted.
  bool addText(const QString& text, const QString& name);
  /// The same of one that was read already.
  bool add(NamedLog log);
  void clear();

  /// Beside the plan as it is; made when it is asked for.
  [[nodiscard]] const Measurement& measurement();
  /// Of that the differences alone: no way out is looked for where memory ran out.
  [[nodiscard]] const Differences& differences();

  /// Sets in the plan what a log states.
  void apply(const Contradiction& contradiction);
  /// The plan's machine as these logs show it, from the published constants on; what was and was not used.
  /// One step to undo. `date`: "2026-11-22".
  LogCalibration calibrate(const QString& date);
  /// The published constants again.
  void forgetCalibration();
  /// Whether anything was learned of the plan's machine.
  [[nodiscard]] bool isCalibrated() const;

 signals:
  void changed();  ///< logs came or went

 private:
  PlanModel& model_;
  std::vector<NamedLog> logs_;
  std::vector<NamedLog> quiet_;  ///< the same without messages that memory ran out
  std::optional<Measurement> measurement_;
  std::optional<Differences> differences_;
};

}  // namespace zp
