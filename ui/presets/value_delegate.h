// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace zp {

/// The editor of one column: a list if there are words, else a line of text.
class ValueDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  static constexpr int value_column = 1;
  enum Role { WordsRole = Qt::UserRole };

  using QStyledItemDelegate::QStyledItemDelegate;
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
};

/// A delegate without an editor.
class ReadOnlyDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QWidget* createEditor(QWidget* /*parent*/, const QStyleOptionViewItem& /*option*/,
                        const QModelIndex& /*index*/) const override {
    return nullptr;
  }
};

}  // namespace zp
