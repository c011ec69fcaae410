// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace zp {

class ElidedText;
class ChoiceModel;

/// The card of the best plan for the model and the cluster: the plan, how it compares with the present one,
/// and the button that adopts it. Dimmed while a new answer takes long.
class BestCard : public QWidget {
  Q_OBJECT

 public:
  explicit BestCard(ChoiceModel& choice, QWidget* parent = nullptr);

  /// Makes the card as low as possible, for a narrow window.
  void setCompact(bool compact);

 signals:
  void whyRequested();

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void follow();
  [[nodiscard]] QString caption() const;
  void refresh();
  void refreshButton();
  void showNothingRuns();
  /// Shows `gist`, which compares the best plan with the present one, and `why`, the reason for it, in tool
  /// tips.
  void showTexts(const QString& gist, const QString& why = {});
  /// Gives a line not needed by the title to the text below it.
  void shareLines();
  void recolor();

  ChoiceModel& choice_;
  bool is_shown_current_ = false;
  bool is_compact_ = false;
  QTimer late_;  ///< runs while a new answer is awaited
  QLabel* caption_;
  ElidedText* title_;
  ElidedText* reason_;
  QPushButton* adopt_;
  QToolButton* why_;
  QBoxLayout* head_;
  QBoxLayout* words_;  ///< the head and the reason
  QBoxLayout* buttons_;
};

}  // namespace zp
