// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/hardware/hardware.h"
#include "ui/model/background_work.h"

namespace zp {

class ChoiceModel;
class PlanModel;

/// The present plan's job on each machine of the list, searched in two background threads. A change of plan
/// or machines restarts the search; the previous answer stays until then.
class HardwareModel : public QObject {
  Q_OBJECT

 public:
  HardwareModel(PlanModel& model, const ChoiceModel& choice, QObject* parent = nullptr);

  /// Sets whether a view shows the answer; only then is it searched.
  void setWanted(bool wanted);
  [[nodiscard]] bool isCurrent() const { return is_current_; }
  /// Returns the answer, with `limits()` applied; nullptr until there is one.
  [[nodiscard]] const std::shared_ptr<const MachineRanking>& ranking() const { return ranking_; }

  [[nodiscard]] const QStringList& providers() const { return providers_; }
  [[nodiscard]] bool isShown(const QString& provider) const { return !hidden_.contains(provider); }
  void setShown(const QString& provider, bool shown);
  [[nodiscard]] const MachineLimits& limits() const { return limits_; }
  void setLimits(const MachineLimits& limits);
  /// Returns a sentence if the user's file of machines cannot be read; else "".
  [[nodiscard]] const QString& problem() const { return problem_; }

  /// Sets the plan's cluster to the machine, with its best plan, as one undo step.
  void adopt(const MachineFigures& figures);
  /// Adds the best plans of these machines to the file as scenarios, as one undo step.
  void putSideBySide(const std::vector<MachineFigures>& machines);
  /// Waits for the search.
  void finish();

 signals:
  void changed();

 private:
  static constexpr std::size_t workers = 2;
  /// Figures from the workers, each of which computes a share of the jobs.
  struct Round {
    std::vector<MachineJob> jobs;
    std::vector<MachineFigures> figures;
    std::size_t left = workers;  ///< workers that have not delivered yet
  };
  void begin();
  void deliver(const std::shared_ptr<Round>& round);

  PlanModel& model_;
  const ChoiceModel& choice_;
  std::vector<Machine> machines_;
  std::vector<std::string> side_by_side_;  ///< names of the scenarios of the last comparison
  QStringList providers_, hidden_;
  QString problem_;
  MachineLimits limits_;
  std::vector<MachineFigures> figures_;
  std::shared_ptr<const MachineRanking> ranking_;
  bool is_wanted_ = false;
  bool is_current_ = false;
  std::array<BackgroundWork, workers> work_;  ///< last member, because it must be destroyed first
};

}  // namespace zp
