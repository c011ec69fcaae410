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

/// Core's answer to what the best plan is for the model and the cluster at hand, searched behind the window.
/// A change stops the search of the plan before; the last answer stays, no longer current, until there is a
/// new one.
class ChoiceModel : public QObject {
  Q_OBJECT

 public:
  /// What a choice was made from, for a chart of it.
  struct Picture {
    std::vector<Option> frontier;  ///< from the least memory to the most
    std::vector<Option> corners;
  };

  enum class FirstSearch { at_once, when_released };
  ChoiceModel(PlanModel& model, Settings& settings, QObject* parent = nullptr,
              FirstSearch first = FirstSearch::at_once);
  /// The first frame is on screen: what was held back for it begins.
  void release() { work_.release(); }

  [[nodiscard]] const Wanted& wanted() const { return wanted_; }
  /// What may change and the objective are remembered, limits are not.
  void setWanted(const Wanted& wanted);

  /// False until some plan could be searched.
  [[nodiscard]] bool hasAnswer() const { return answer_ != nullptr; }
  /// The answer is of the plan as it stands now.
  [[nodiscard]] bool isCurrent() const { return hasAnswer() && state_ == State::answered; }
  [[nodiscard]] const PlanChoice& choice() const { return answer_ ? answer_->choice : none_; }
  /// The plan the answer is of.
  [[nodiscard]] const Plan& plan() const { return answer_->plan; }

  /// A search so long that one may want to stop it, and how much of it is done, 0 … 1.
  [[nodiscard]] bool isLong() const { return state_ == State::searching && done_; }
  [[nodiscard]] double done() const { return done_.value_or(0); }
  void cancel();
  [[nodiscard]] bool isCancelled() const { return state_ == State::cancelled; }
  /// Takes up a search that was cancelled.
  void search();

  /// Somebody looks at the picture, so it is computed behind each answer.
  void setPictureWanted(bool wanted);
  [[nodiscard]] bool isPictureCurrent() const { return isCurrent() && is_picture_current_; }
  [[nodiscard]] const Picture& picture() const { return picture_; }
  /// What would help next: behind the picture, when nothing has changed for a while, as it is a search for
  /// each change.
  [[nodiscard]] bool isOutlookCurrent() const { return isPictureCurrent() && is_outlook_current_; }
  [[nodiscard]] const Outlook& outlook() const { return outlook_; }

  /// Whether anything runs of plans like the one at hand, as one for each entry of a list: searched behind
  /// the window, and told unless the plan changes first.
  using Told = std::function<void(const std::vector<std::optional<Reach>>& reached)>;
  void askReach(std::vector<Plan> plans, const Told& told);

  /// Makes the option the plan: one undo step, named by what it is. Nothing where the answer is not current.
  void adopt(const Option& option);
  /// Waits for what is searched, and for what would come later.
  void finish();

 signals:
  void changed();  ///< the answer, whether it is current, or how far a long search has come
  void pictureChanged();
  void outlookChanged();

 private:
  enum class State { searching, answered, cancelled, stale };  ///< stale: the plan cannot be estimated
  /// What the thread behind hands over. The search is the thread's alone.
  struct Answer {
    Plan plan;
    PlanChoice choice;
    std::shared_ptr<Search> search;
  };
  void begin();
  void paint();
  void look();

  PlanModel& model_;
  Settings& settings_;
  Wanted wanted_;
  std::shared_ptr<const Answer> answer_;
  PlanChoice none_;
  Picture picture_;
  Outlook outlook_;
  QTimer rest_;
  State state_ = State::stale;
  std::optional<double> done_;  ///< of a long search
  bool is_picture_wanted_ = false;
  bool is_picture_current_ = false;
  bool is_outlook_current_ = false;
  BackgroundWork work_;  ///< last: it ends before what it delivers to
};

}  // namespace zp
