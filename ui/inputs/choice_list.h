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
  QString id;          ///< the id that the row reports
  QString text;        ///< the text that the user reads
  QString group = {};  ///< entries of one group follow each other below a heading
  QString tool_tip = {};
  QString reason = {};    ///< why it cannot be chosen now ("needs stage 3"); empty if it can
  QString keywords = {};  ///< other names by which the search finds it
  QString doubt = {};     ///< why it is not a good choice now, though it can be made: shown greyed
  bool operator==(const Choice&) const = default;
};

/// Roles of the models below.
enum ChoiceRole { ChoiceIdRole = Qt::UserRole, ChoiceGroupRole, ChoiceDoubtRole };

/// Fills a model with a heading row (not selectable, no id) before each group, in place of its old content.
void fillChoiceModel(QStandardItemModel& model, const std::vector<Choice>& choices);

/// Greys exactly the entries that have a doubt (by id).
void showDoubts(QStandardItemModel& model, const std::vector<Choice>& choices);

/// Fills a model with the found entries, without headings; with one line that says so if there are none.
void fillFoundModel(QStandardItemModel& model, const std::vector<Choice>& found, const QString& typed);

/// A delegate with roomy lines; headings are small, bold and muted, their entries indented.
class ChoiceDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace zp
