// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QHash>

#include "ui/inputs/choice_list.h"

class QCompleter;

namespace zp {

/// A combo box over Choices. The wheel works only while focused; Undo and Redo are left to the window. With
/// search, typing filters a list that opens below; Return or leaving the field chooses the entry that the
/// text names, or asks if there is none or several; Esc or Undo restores the text.
class SearchCombo : public QComboBox {
  Q_OBJECT

 public:
  explicit SearchCombo(bool searchable, QWidget* parent = nullptr);

  void setChoices(const std::vector<Choice>& choices);
  /// Greys out exactly these entries, with a reason per id, also in an open list.
  void setDoubts(const QHash<QString, QString>& doubts);
  [[nodiscard]] QString currentId() const;
  /// Shows the entry with that id, or nothing if there is none, without emitting a signal.
  void setCurrentId(const QString& id);
  void setInvalid(bool invalid);
  /// Sets the text shown instead of the current entry while disabled.
  void setReason(const QString& reason);

  /// Chooses an entry as a user does, signals included.
  void choose(const QString& id) { take(id); }

  void showPopup() override;
  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

 signals:
  /// The list is about to open.
  void opened();
  /// The user chose another entry.
  void chosen(const QString& id);
  /// The user typed a text that names no entry, or several (namedChoices); nothing was chosen.
  void asked(const QString& typed, const std::vector<zp::Choice>& named);
  /// The user is typing or restored the text, so that an earlier asked() is obsolete.
  void typing();

 protected:
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void showEntry(const QString& id);
  void makeSearchable();
  void find(const QString& typed);
  void takeTyped();
  void take(const QString& id);
  [[nodiscard]] bool hasTypedText() const;
  void restoreText();
  /// Shows or removes the red frame.
  void setUnknown(bool unknown);

  QStandardItemModel* model_;
  QStandardItemModel* found_ = nullptr;
  std::vector<Choice> choices_;
  QCompleter* completer_ = nullptr;
  QString shown_id_;
  QString reason_;
  bool invalid_ = false;
  bool has_doubts_ = false;
  bool is_unknown_ = false;  ///< true after Return on a text that names no entry
};

}  // namespace zp
