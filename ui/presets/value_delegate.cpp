// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presets/value_delegate.h"

#include <QComboBox>
#include <QLineEdit>

using namespace Qt::Literals::StringLiterals;

namespace zp {

QWidget* ValueDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& /*option*/,
                                     const QModelIndex& index) const {
  if (index.column() != value_column) return nullptr;
  const QStringList words = index.data(WordsRole).toStringList();
  QWidget* editor = nullptr;
  if (words.isEmpty()) {
    editor = new QLineEdit(parent);
  } else {
    auto* list = new QComboBox(parent);
    list->addItems(QStringList{QString()} + words);
    editor = list;
  }
  editor->setObjectName(u"presets.editor"_s);
  editor->setAccessibleName(index.siblingAtColumn(0).data().toString());
  editor->setAutoFillBackground(true);
  return editor;
}

void ValueDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  const QString text = index.data().toString();
  if (auto* list = qobject_cast<QComboBox*>(editor)) return list->setCurrentText(text);
  auto* line = qobject_cast<QLineEdit*>(editor);
  line->setText(text);
  line->selectAll();
}

void ValueDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
  const auto* list = qobject_cast<QComboBox*>(editor);
  model->setData(index, list != nullptr ? list->currentText() : qobject_cast<QLineEdit*>(editor)->text());
}

}  // namespace zp
