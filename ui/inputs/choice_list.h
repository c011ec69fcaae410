// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
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
  QString reason = {};  ///< why it cannot be chosen now ("needs stage 3"); empty: it can
};

/// Roles of the models below.
enum ChoiceRole { ChoiceIdRole = Qt::UserRole, ChoiceGroupRole };

/// A model with a heading row (not selectable, no id) before each group; a new one replaces the old content.
void fillChoiceModel(QStandardItemModel& model, const std::vector<Choice>& choices);

/// The entries whose text or group holds every typed word, in any order and case: "llama 70" finds "Llama-2
/// 70B".
class ChoiceFilter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  using QSortFilterProxyModel::QSortFilterProxyModel;
  void setTyped(const QString& text);

 protected:
  [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

 private:
  QStringList words_;
};

/// Roomy lines; headings small, bold and muted, their entries indented.
class ChoiceDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace zp
