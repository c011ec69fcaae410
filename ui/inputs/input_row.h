// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

class QFocusEvent;
class QLabel;
class QStackedLayout;

namespace zp {

class ReasonField;

/// An offer behind a note's sentence, shown as a link.
struct NoteLink {
  QString id;    ///< what noteLinkActivated says
  QString text;  ///< what the user reads
};

/// One line of the input panel: label, field, and what can be said about it. A row knows nothing of the plan;
/// it is told values and states, and says what the user did. Every change carries a gesture number that stays
/// the same during one press, drag or focus session, so that undo can merge what belongs together.
class InputRow : public QWidget {
  Q_OBJECT

 public:
  /// Shows the dot before the label: the value is not the preset's.
  void setDiffersFromPreset(bool differs);
  [[nodiscard]] bool differsFromPreset() const { return differs_; }

  /// Red outline, icon and tool tip; the value is kept. An empty sentence clears it.
  void setProblem(const QString& sentence);
  [[nodiscard]] QString problem() const { return problem_; }

  /// Disables the row and shows why in the place of the value ("needs stage 3"); empty enables it again.
  void setDisabledReason(const QString& reason);
  [[nodiscard]] QString disabledReason() const { return reason_; }

  /// A sentence below the field, about what was just done there, and links; "" takes it away. Only a note
  /// that changes may move the rows below.
  void setNote(const QString& sentence, const std::vector<NoteLink>& links = {});
  [[nodiscard]] QString note() const;
  /// The plan has changed: takes the note away where it was about the plan before.
  virtual void outdateNote() { setNote({}); }

  /// Width the label would like; a panel gives all its rows the largest.
  [[nodiscard]] virtual int labelWidthHint() const;
  virtual void setLabelWidth(int width);

 signals:
  /// Double click on the label, or the context menu's Reset to preset.
  void resetRequested();
  void noteLinkActivated(const QString& id);

 protected:
  /// `spoken`: name for screen readers, the label's own when empty.
  InputRow(const QString& name, const QString& label, const QString& tool_tip, const QString& spoken,
           QWidget* parent);

  /// Places the field; `focus_target` takes the label's access key, and the focus that the row is given. Call
  /// once, at the end of a constructor.
  void setField(QWidget* field, QWidget* focus_target);
  /// The parts F1 explains and whose focus begins a gesture.
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
  void paintEvent(QPaintEvent* event) override;

 private:
  void refreshTip();

  QString tool_tip_;
  QString spoken_;
  QString problem_;
  QString reason_;
  bool differs_ = false;
  int gesture_ = 0;
  QLabel* label_;
  QWidget* focus_target_ = nullptr;
  QString noted_;           ///< the sentence of the note
  QLabel* note_ = nullptr;  ///< made when there is something to note
  QStackedLayout* stack_ = nullptr;
  ReasonField* reason_field_ = nullptr;
};

}  // namespace zp
