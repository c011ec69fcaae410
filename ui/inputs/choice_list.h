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
  QString id;          ///< reported when the entry is chosen
  QString text;        ///< shown to the user
  QString group = {};  ///< consecutive entries with the same group are shown below a heading
  QString tool_tip = {};
  QString reason = {};    ///< why it cannot be chosen ("needs stage 3"); empty if it can
  QString keywords = {};  ///< other names for the search
  QString doubt = {};     ///< why it is a poor choice, although possible; shown greyed out
  bool operator==(const Choice&) const = default;
};

/// Item roles of the models below.
enum ChoiceRole { ChoiceIdRole = Qt::UserRole, ChoiceGroupRole, ChoiceDoubtRole };

/// Replaces a model's content; each group starts with a heading row (not selectable, no id).
void fillChoiceModel(QStandardItemModel& model, const std::vector<Choice>& choices);

/// Greys out exactly the entries with a doubt (by id).
void showDoubts(QStandardItemModel& model, const std::vector<Choice>& choices);

/// Replaces a model's content by the search results, without headings; by a message if there are none.
void fillFoundModel(QStandardItemModel& model, const std::vector<Choice>& found, const QString& typed);

/// A delegate with generous line height; headings are small, bold and muted, their entries indented.
class ChoiceDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace zp
