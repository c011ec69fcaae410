// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <vector>

#include "core/calibrate/calibrate_logs.h"
#include "core/measure/curves.h"
#include "core/measure/measure.h"

namespace zp {

class PlanModel;

/// The logs, snapshots and messages of runs opened in the window, and how they compare with the present plan.
/// They belong to the session, not to the plan's file.
class RunModel : public QObject {
  Q_OBJECT

 public:
  using Differences = std::vector<MeasuredDifference>;

  explicit RunModel(PlanModel& model, QObject* parent = nullptr);

  [[nodiscard]] const std::vector<NamedLog>& logs() const { return logs_; }
  [[nodiscard]] bool isEmpty() const { return logs_.empty(); }
  /// Adds the log in a file; returns false if nothing in it was recognised. Throws FileError if it
  /// cannot be read.
  bool addFile(const QString& path);
  /// Does the same for a text that was dropped or pasted.
  bool addText(const QString& text, const QString& name);
  /// Does the same for a log that was read already.
  bool add(NamedLog log);
  void clear();

  /// Returns the comparison of the logs with the present plan; computed on demand.
  [[nodiscard]] const Measurement& measurement();
  /// Returns only the differences of that comparison, without a search for remedies if the run died.
  [[nodiscard]] const Differences& differences();

  /// Returns the figures of the logs as curves over the run; computed on demand.
  [[nodiscard]] const std::vector<MeasuredCurve>& curves();

  /// Sets the plan to the value that a log states.
  void apply(const Contradiction& contradiction);
  /// Does that for all contradictions that can be followed, as one undo step.
  void applyAll();
  /// Calibrates the plan's machine with these logs, starting from the published constants, as one undo step;
  /// returns what was used and what was not. `date`: "2026-11-22".
  LogCalibration calibrate(const QString& date);
  /// Resets to the published constants.
  void forgetCalibration();
  /// Returns true if constants of the plan's machine were measured.
  [[nodiscard]] bool isCalibrated() const;

 signals:
  void changed();  ///< logs were added or removed

 private:
  PlanModel& model_;
  std::vector<NamedLog> logs_;
  std::vector<NamedLog> quiet_;  ///< the same logs without out-of-memory messages
  std::optional<std::vector<MeasuredCurve>> curves_;
  std::optional<Measurement> measurement_;
  std::optional<Differences> differences_;
};

}  // namespace zp
