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

/// The best plan for the present model and cluster, searched by core in the background. A change stops the
/// search for the earlier plan; the last answer stays, no longer current, until there is a new one.
class ChoiceModel : public QObject {
  Q_OBJECT

 public:
  /// The plans that a choice was made from, for a chart of it.
  struct Picture {
    std::vector<Option> frontier;  ///< from the least memory to the most
    std::vector<Option> corners;
    std::vector<Bytes> memory = {};  ///< of a GPU, as shown: of the frontier, then of the corners
    std::vector<bool> stops = {};    ///< by corner: it fits, but the framework refuses it or stops with it
  };

  enum class FirstSearch { at_once, when_released };
  ChoiceModel(PlanModel& model, Settings& settings, QObject* parent = nullptr,
              FirstSearch first = FirstSearch::at_once);
  /// Begins the work that was held back until the first frame was on screen.
  void release() { work_.release(); }

  [[nodiscard]] const Requirements& wanted() const { return wanted_; }
  /// Sets what is searched for. What may change and the objective are remembered in the settings; limits, and
  /// what needs a change of the training program, are not.
  void setWanted(const Requirements& wanted);
  /// Takes back what was allowed of the earlier plan's program: another plan begins.
  void beginPlan();

  /// Returns false until a plan could be searched.
  [[nodiscard]] bool hasAnswer() const { return answer_ != nullptr; }
  /// Returns true if the answer is for the plan as it stands now.
  [[nodiscard]] bool isCurrent() const { return hasAnswer() && state_ == State::answered; }
  [[nodiscard]] const PlanChoice& choice() const { return answer_ ? answer_->choice : none_; }
  /// Returns the plan that the answer is for.
  [[nodiscard]] const Plan& plan() const { return answer_->plan; }

  /// Returns true while a search takes so long that the user may want to stop it; done() is its share done,
  /// 0 … 1.
  [[nodiscard]] bool isLong() const { return state_ == State::searching && done_; }
  [[nodiscard]] double done() const { return done_.value_or(0); }
  void cancel();
  [[nodiscard]] bool isCancelled() const { return state_ == State::cancelled; }
  /// Begins a cancelled search again.
  void search();

  /// Tells whether a view shows the picture; if so, it is computed after each answer.
  void setPictureWanted(bool wanted);
  [[nodiscard]] bool isPictureCurrent() const { return isCurrent() && is_picture_current_; }
  [[nodiscard]] const Picture& picture() const { return picture_; }
  /// Returns the memory of a GPU that an option of the answer is shown with: the estimate's peak, or, if a
  /// margin is asked for, what the search compared.
  [[nodiscard]] Bytes shownMemory(const Option& option) const;
  /// Returns true if the outlook, what would help next, is current. It takes one search for each change, so
  /// it begins after the picture, when nothing has changed for a while.
  [[nodiscard]] bool isOutlookCurrent() const { return isPictureCurrent() && is_outlook_current_; }
  [[nodiscard]] const SensitivityTable& outlook() const { return outlook_; }
  /// Returns the smallest change with which a plan runs where none does; nullptr if something runs, and while
  /// it is not known.
  [[nodiscard]] const Sensitivity* wayOut() const;

  /// Asks, for plans similar to the present one, whether any variant of each runs. `callback` gets one answer
  /// for each entry of `plans`, searched in the background, unless the plan changes first.
  using ReachCallback = std::function<void(const std::vector<std::optional<Reachability>>& reached)>;
  void askReach(std::vector<Plan> plans, const ReachCallback& callback);

  /// Makes the option the plan, as one undo step named after the option. Does nothing if the answer
  /// is not current.
  void adopt(const Option& option);
  /// Makes the plan of the way out the plan, as one undo step named after the change. Does nothing if that
  /// asks for other hardware.
  void adoptWayOut();
  /// Waits for all searches, also those that would begin later.
  void finish();

 signals:
  void changed();  ///< the answer, whether it is current, or the progress of a long search
  void pictureChanged();
  void outlookChanged();

 private:
  enum class State { searching, answered, cancelled, stale };  ///< stale: the plan cannot be estimated
  /// The result that the background thread hands over. Only that thread uses the search.
  struct Answer {
    Plan plan;
    PlanChoice choice;
    std::shared_ptr<Search> search;
  };
  void begin();
  [[nodiscard]] bool needsWayOut() const { return isCurrent() && choice().kind == VerdictKind::nothing_fits; }
  void paint();
  void look();

  PlanModel& model_;
  Settings& settings_;
  Requirements wanted_;
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
  BackgroundWork work_;  ///< last member: it ends before the members that it delivers to
};

}  // namespace zp
