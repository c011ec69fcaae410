// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/search/choice.h"
#include "core/search/sensitivity.h"
#include "ui/model/background_work.h"

namespace zp {

class PlanModel;
class Settings;

/// The best plan for the present model and cluster, searched in the background. A change of the plan stops
/// the running search; the previous answer stays, marked as outdated, until there is a new one.
class ChoiceModel : public QObject {
  Q_OBJECT

 public:
  /// The plans behind a choice, for a chart.
  struct Picture {
    std::vector<Option> frontier;  ///< from the least memory to the most
    std::vector<Option> corners;
    std::vector<Bytes> memory = {};  ///< per GPU, as shown: of the frontier, then of the corners
    std::vector<bool> stops = {};    ///< by corner: it fits, but the framework refuses it or fails with it
  };

  enum class FirstSearch { at_once, when_released };
  ChoiceModel(PlanModel& model, Settings& settings, QObject* parent = nullptr,
              FirstSearch first = FirstSearch::at_once);
  /// Starts the work that was delayed until the first frame was on screen.
  void release() { work_.release(); }

  [[nodiscard]] const Requirements& requirements() const { return requirements_; }
  /// Sets what to search for. Objective and freedom are stored in the settings; limits and changes of the
  /// training program are not.
  void setRequirements(const Requirements& requirements);
  /// Withdraws permissions that were given for the previous plan's program, because another plan starts.
  void beginPlan();
  /// Also resets objective and limits, because the user starts a new plan.
  void beginNewPlan();

  /// Returns false until a plan could be searched.
  [[nodiscard]] bool hasAnswer() const { return answer_ != nullptr; }
  /// Returns true if the answer is for the present plan.
  [[nodiscard]] bool isCurrent() const { return hasAnswer() && state_ == State::answered; }
  [[nodiscard]] const PlanChoice& choice() const { return answer_ ? answer_->choice : none_; }
  /// Returns the plan that the answer refers to.
  [[nodiscard]] const Plan& plan() const { return answer_->plan; }

  /// Returns true if a search takes so long that the user may want to cancel it; done() is the share done, 0
  /// … 1.
  [[nodiscard]] bool isLong() const { return state_ == State::searching && done_; }
  [[nodiscard]] double done() const { return done_.value_or(0); }
  void cancel();
  [[nodiscard]] bool isCancelled() const { return state_ == State::cancelled; }
  /// Restarts a cancelled search.
  void search();

  /// Sets whether a view shows the picture; if so, it is computed after each answer.
  void setPictureWanted(bool wanted);
  [[nodiscard]] bool isPictureCurrent() const { return isCurrent() && is_picture_current_; }
  [[nodiscard]] const Picture& picture() const { return picture_; }
  /// Returns the GPU memory shown for an option of the answer: the estimate's peak, or with a margin, the
  /// figure that the search compared.
  [[nodiscard]] Bytes shownMemory(const Option& option) const;
  /// Returns true if the outlook, the effects of further changes, is current. It needs one search per change,
  /// so it starts after the picture, once nothing has changed for a while.
  [[nodiscard]] bool isOutlookCurrent() const { return isPictureCurrent() && is_outlook_current_; }
  [[nodiscard]] const SensitivityTable& outlook() const { return outlook_; }
  /// Returns the smallest change with which a plan runs if none does now; nullptr if something runs, or while
  /// unknown.
  [[nodiscard]] const Sensitivity* wayOut() const;

  /// Finds out whether any variant of each of `plans`, similar to the present one, runs. `callback` gets one
  /// answer per entry, from a background search, unless the plan changes first.
  using ReachCallback = std::function<void(const std::vector<std::optional<Reachability>>& reached)>;
  void askReach(std::vector<Plan> plans, const ReachCallback& callback);

  /// Adopts the option as the plan, as one undo step named after the option. Does nothing if the answer is
  /// outdated.
  void adopt(const Option& option);
  /// Adopts the plan of the way out, as one undo step named after the change. Does nothing if it needs other
  /// hardware.
  void adoptWayOut();
  /// Waits for all searches, including those that would start later.
  void finish();

 signals:
  void changed();  ///< the answer, its state, or the progress of a long search
  void pictureChanged();
  void outlookChanged();
  void newPlanBegun();

 private:
  enum class State { searching, answered, cancelled, stale };  ///< stale: no estimate is possible
  /// The result that the background thread delivers. Only that thread uses the search.
  struct Answer {
    Plan plan;
    PlanChoice choice;
    std::shared_ptr<Search> search;
  };
  void begin();
  [[nodiscard]] bool needsWayOut() const { return isCurrent() && choice().kind != VerdictKind::run; }
  void paint();
  void look();

  PlanModel& model_;
  Settings& settings_;
  Requirements requirements_;
  std::shared_ptr<const Answer> answer_;
  PlanChoice none_;
  Picture picture_;
  SensitivityTable outlook_;
  QTimer rest_;
  State state_ = State::stale;
  std::optional<double> done_;  ///< share done of a long search
  bool is_picture_wanted_ = false;
  bool is_picture_current_ = false;
  bool is_outlook_current_ = false;
  BackgroundWork work_;  ///< last member, so that it is destroyed before the members to which it delivers
};

}  // namespace zp
