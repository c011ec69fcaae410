// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace zp {

struct SheetKey;

/// The editor of a row's value: a list for words and switches, else a line of text. It does not change the
/// plan itself.
class SheetDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  /// Role of a row's first column: its index in sheetKeys().
  static constexpr int KeyRole = Qt::UserRole;
  static constexpr int value_column = 1;

  using QStyledItemDelegate::QStyledItemDelegate;
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const override;
  void setEditorData(QWidget* editor, const QModelIndex& index) const override;
  void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
  [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

  /// Returns the key of an index in any column; nullptr for a section.
  static const SheetKey* keyOf(const QModelIndex& index);

 signals:
  /// The user wants to set `text`; "" for the default.
  void edited(const zp::SheetKey& key, const QString& text) const;
};

}  // namespace zp
