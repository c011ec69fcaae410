// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRadioButton>
#include <vector>

#include "ui/inputs/choice_list.h"
#include "ui/inputs/input_row.h"

class QButtonGroup;

namespace zp {

/// One segment: a radio button for keyboard and screen readers, drawn as a joined push button.
class Segment : public QRadioButton {
 public:
  enum class Place { left, middle, right, only };
  Segment(const QString& text, Place place, QWidget* parent = nullptr);
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;
  void setInvalid(bool invalid);
  /// Sets its place in the row, when neighbours are hidden or shown.
  void setPlace(Place place);
  /// Greys out a choice that is poor but possible.
  void setDoubtful(bool doubtful);

 protected:
  [[nodiscard]] bool hitButton(const QPoint& pos) const override;
  void paintEvent(QPaintEvent* event) override;

 private:
  Place place_;
  bool invalid_ = false;
  bool doubtful_ = false;
};

/// Two segments, one of which is chosen (initially the first), without a label.
class SegmentPair : public QWidget {
 public:
  SegmentPair(const QString& first, const QString& second, QWidget* parent = nullptr);
  [[nodiscard]] Segment* first() const { return first_; }
  [[nodiscard]] Segment* second() const { return second_; }

 private:
  Segment* first_;
  Segment* second_;
};

/// A label and a few segments, one of which is chosen: stage 0 … 3, precision. Segments are named
/// "<name>.<id>"; a choice with a reason is disabled and shows it in its tool tip.
class SegmentedRow : public InputRow {
  Q_OBJECT

 public:
  SegmentedRow(const QString& name, const QString& label, const QString& tool_tip,
               const std::vector<Choice>& choices, QWidget* parent = nullptr);

  [[nodiscard]] QString current() const;
  /// Shows a choice without emitting a signal.
  void setCurrent(const QString& id);
  /// Sets why a choice is impossible; empty if it is possible.
  void setChoiceReason(const QString& id, const QString& reason);
  /// Sets why a choice is poor although possible; empty if it is not.
  void setChoiceDoubt(const QString& id, const QString& doubt);

 signals:
  void edited(const QString& id, int gesture);

 protected:
  void showProblem(bool problem) override;

 private:
  void describe(std::size_t index);

  std::vector<Choice> choices_;
  QButtonGroup* group_;
  QWidget* field_;
  int current_ = -1;
};

}  // namespace zp
