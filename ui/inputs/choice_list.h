// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStandardItemModel>
#include <QString>
#include <QStyledItemDelegate>
#include <vector>

namespace zp {

/// One entry of a choice.
struct Choice {
  QString id;          ///< what the row reports
  QString text;        ///< what the user reads
  QString group = {};  ///< entries of one group follow each other below a heading
  QString tool_tip = {};
  QString reason = {};    ///< why it cannot be chosen now ("needs stage 3"); empty: it can
  QString keywords = {};  ///< found by these too: what it is called elsewhere
  QString doubt = {};     ///< why it is no good choice now, though it can be made: shown greyed
  bool operator==(const Choice&) const = default;
};

/// Roles of the models below.
enum ChoiceRole { ChoiceIdRole = Qt::UserRole, ChoiceGroupRole, ChoiceDoubtRole };

/// A model with a heading row (not selectable, no id) before each group; a new one replaces the old content.
void fillChoiceModel(QStandardItemModel& model, const std::vector<Choice>& choices);

/// Greys the entries that have a doubt (by id), and those alone.
void showDoubts(QStandardItemModel& model, const std::vector<Choice>& choices);

/// The same without headings, for what was found; one line that says so where nothing was.
void fillFoundModel(QStandardItemModel& model, const std::vector<Choice>& found, const QString& typed);

/// Roomy lines; headings small, bold and muted, their entries indented.
class ChoiceDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace zp
