// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QString>
#include <QTimer>
#include <QWidget>
#include <vector>

class QFocusEvent;
class QLabel;
class QStackedLayout;

namespace zp {

class ReasonField;

/// An action offered after a note's sentence, shown as a link.
struct NoteLink {
  QString id;    ///< reported by noteLinkActivated
  QString text;  ///< shown to the user
};

/// One line of the input panel: label, field, and messages about it. A row does not know the plan; it gets
/// values and states, and reports user actions. Every change has a gesture number, constant during one press,
/// drag or focus session, so that undo can merge related changes.
class InputRow : public QWidget {
  Q_OBJECT

 public:
  /// Shows a dot before the label if the value differs from the preset's.
  void setDiffersFromPreset(bool differs);
  [[nodiscard]] bool differsFromPreset() const { return differs_; }

  /// Shows a red outline, icon and tool tip; the value stays. An empty sentence removes them.
  void setProblem(const QString& sentence);
  [[nodiscard]] QString problem() const { return problem_; }

  /// Adds the value's origin ("TRL's default") to the tool tip; "" if the user stated it.
  void setOrigin(const QString& sentence);
  [[nodiscard]] QString origin() const { return origin_; }

  /// Disables the row and shows the reason instead of the value ("needs stage 3"); empty enables it again.
  void setDisabledReason(const QString& reason);
  [[nodiscard]] QString disabledReason() const { return reason_; }

  /// Shows a sentence about the user's last action, with links, over the row below, until the plan changes,
  /// the note is pressed beside a link, or the sentence is "". No control moves.
  void setNote(const QString& sentence, const std::vector<NoteLink>& links = {});
  [[nodiscard]] QString note() const;
  /// Shows why a typed text was not taken, for some seconds, over the row below: no control moves, and a
  /// press there reaches the control under it.
  void showRefusal(const QString& sentence);
  /// Called when the plan changes: removes the note if it was about the previous plan.
  virtual void outdateNote() { setNote({}); }

  /// Returns the width that the label needs; a panel sets the largest on all its rows.
  [[nodiscard]] virtual int labelWidthHint() const;
  virtual void setLabelWidth(int width);

 signals:
  /// The user double-clicked the label, or chose Reset to preset in the context menu.
  void resetRequested();
  void noteLinkActivated(const QString& id);

 public:
  ~InputRow() override;

 protected:
  /// `spoken`: name for screen readers; if empty, the label's.
  InputRow(const QString& name, const QString& label, const QString& tool_tip, const QString& spoken,
           QWidget* parent);

  /// Sets the field; `focus_target` gets the label's access key and the row's focus. Must be called once, at
  /// the end of a constructor.
  void setField(QWidget* field, QWidget* focus_target);
  /// Adds a part that F1 explains and whose focus starts a gesture.
  void watch(QWidget* part);
  [[nodiscard]] QString spokenName() const { return spoken_; }
  [[nodiscard]] QString toolTipText() const { return tool_tip_; }

  [[nodiscard]] int gesture() const { return gesture_; }
  void beginGesture();

  virtual void showProblem(bool problem);
  virtual void showReason(const QString& reason);

  bool eventFilter(QObject* watched, QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void moveEvent(QMoveEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void refreshTip();
  QLabel* makeOverlay(const QString& name);
  void showOverlay(QLabel& label, const QString& spoken);
  void place(QLabel& label);
  void placeOverlays();

  QString tool_tip_;
  QString spoken_;
  QString problem_;
  QString origin_;
  QString reason_;
  bool differs_ = false;
  int gesture_ = 0;
  QLabel* label_;
  QWidget* focus_target_ = nullptr;
  QString noted_;  ///< sentence of the note
  /// Created when there is one; they belong to the content that scrolls, or to the window.
  QPointer<QLabel> note_, refusal_;
  QString hovered_link_;  ///< link of the note under the mouse
  QTimer refusal_rest_;
  QStackedLayout* stack_ = nullptr;
  ReasonField* reason_field_ = nullptr;
};

}  // namespace zp
