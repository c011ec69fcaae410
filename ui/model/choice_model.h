// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <vector>

#include "core/search/choice.h"
#include "core/search/sensitivity.h"

namespace zp {

class PlanModel;
class Settings;

/// Core's answer to what the best plan is for the model and the cluster at hand. It takes about as long as a
/// frame may, so it is computed in a turn of its own, after the frame that shows the plan: while a slider
/// moves faster than that, the next change takes the place of the one before, and the last answer stays, no
/// longer current.
class ChoiceModel : public QObject {
  Q_OBJECT

 public:
  /// What a choice was made from, for a chart of it.
  struct Picture {
    std::vector<Option> frontier;  ///< from the least memory to the most
    std::vector<Option> corners;
  };

  ChoiceModel(PlanModel& model, Settings& settings, QObject* parent = nullptr);

  [[nodiscard]] const Wanted& wanted() const { return wanted_; }
  /// What may change and the objective are remembered, limits are not.
  void setWanted(const Wanted& wanted);

  /// False until some plan could be searched.
  [[nodiscard]] bool hasAnswer() const { return search_.has_value(); }
  /// The answer is of the plan as it stands now.
  [[nodiscard]] bool isCurrent() const { return hasAnswer() && due_ != Due::choice && !stale_; }
  [[nodiscard]] const PlanChoice& choice() const { return choice_; }
  /// The plan the answer is of, and what a search among its candidates says of one.
  [[nodiscard]] const Plan& plan() const { return search_->origin(); }
  [[nodiscard]] const Capacity& capacity() const { return search_->capacity(); }
  [[nodiscard]] bool fits(const Option& option) const { return search_->fits(option); }

  /// Somebody looks at the picture, so it is computed behind each answer.
  void setPictureWanted(bool wanted);
  [[nodiscard]] bool isPictureCurrent() const { return isCurrent() && is_picture_current_; }
  [[nodiscard]] const Picture& picture() const { return picture_; }
  /// What would help next: behind the picture, when nothing has changed for a while, as it is a search for
  /// each change.
  [[nodiscard]] bool isOutlookCurrent() const { return isPictureCurrent() && is_outlook_current_; }
  [[nodiscard]] const Outlook& outlook() const { return outlook_; }

  /// Makes the option the plan: one undo step, named by what it is. Nothing where the answer is not current.
  void adopt(const Option& option);
  /// Does at once what is left for later turns.
  void finish();

 signals:
  void changed();  ///< the answer, or whether it is current
  void pictureChanged();
  void outlookChanged();

 private:
  /// What the timer brings next.
  enum class Due { nothing, choice, picture, outlook };
  void begin();
  void comes(Due due);
  void advance();
  void advancePicture();

  PlanModel& model_;
  Settings& settings_;
  Wanted wanted_;
  std::optional<Search> search_;
  PlanChoice choice_;
  Picture picture_;
  Outlook outlook_;
  QTimer timer_;
  Due due_ = Due::nothing;
  int turns_ = 0;       ///< of the event loop until it comes
  bool stale_ = false;  ///< the plan as it stands now cannot be estimated
  bool is_picture_wanted_ = false;
  bool is_picture_current_ = false;
  bool is_outlook_current_ = false;
};

}  // namespace zp
