// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <array>
#include <memory>
#include <vector>

#include "core/hardware/hardware.h"
#include "ui/model/background_work.h"

namespace zp {

class ChoiceModel;
class PlanModel;

/// The job of the present plan on each machine of the list, searched in two background threads. A change of
/// the plan or of the machines stops the search and begins another; the last answer stays until then.
class HardwareModel : public QObject {
  Q_OBJECT

 public:
  HardwareModel(PlanModel& model, const ChoiceModel& choice, QObject* parent = nullptr);

  /// Tells whether a view shows the answer; only then it is searched.
  void setWanted(bool wanted);
  [[nodiscard]] bool isCurrent() const { return is_current_; }
  /// Returns the answer; nullptr until there is one. `limits()` are applied.
  [[nodiscard]] const std::shared_ptr<const MachineRanking>& ranking() const { return ranking_; }

  [[nodiscard]] const QStringList& providers() const { return providers_; }
  [[nodiscard]] bool isShown(const QString& provider) const { return !hidden_.contains(provider); }
  void setShown(const QString& provider, bool shown);
  [[nodiscard]] const MachineLimits& limits() const { return limits_; }
  void setLimits(const MachineLimits& limits);
  /// Returns a sentence if the user's own file of machines cannot be read.
  [[nodiscard]] const QString& problem() const { return problem_; }

  /// Makes the machine the cluster of the plan, with its best plan, as one undo step.
  void adopt(const MachineFigures& figures);
  /// Adds the best plans of these machines to the file as scenarios beside the present plan, as one undo
  /// step.
  void putSideBySide(const std::vector<MachineFigures>& machines);
  /// Waits for the search.
  void finish();

 signals:
  void changed();

 private:
  static constexpr std::size_t workers = 2;
  /// The figures that the workers hand over, each its share of the jobs.
  struct Round {
    std::vector<MachineJob> jobs;
    std::vector<MachineFigures> figures;
    std::size_t left = workers;  ///< workers whose share is not delivered yet
  };
  void begin();
  void deliver(const std::shared_ptr<Round>& round);

  PlanModel& model_;
  const ChoiceModel& choice_;
  std::vector<Machine> machines_;
  QStringList providers_, hidden_;
  QString problem_;
  MachineLimits limits_;
  std::vector<MachineFigures> figures_;
  std::shared_ptr<const MachineRanking> ranking_;
  bool is_wanted_ = false;
  bool is_current_ = false;
  std::array<BackgroundWork, workers> work_;  ///< last member: it ends before what it delivers to
};

}  // namespace zp
