// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_delegate.h"

#include <QComboBox>
#include <QLineEdit>

#include "ui/model/text.h"
#include "ui/sheet/sheet_keys.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int row_padding = 8;

/// Returns the possible values, if there are only a few.
QStringList wordsOf(const PlanKey& key) {
  if (key.kind == KeyKind::flag) return {u"true"_s, u"false"_s};
  QStringList words;
  for (const std::string_view word : key.words)
    words << toQt(word);
  return words;
}

}  // namespace

const SheetKey* SheetDelegate::keyOf(const QModelIndex& index) {
  const QVariant place = index.siblingAtColumn(0).data(KeyRole);
  return place.isValid() ? &sheetKeys()[static_cast<std::size_t>(place.toInt())] : nullptr;
}

QWidget* SheetDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& /*option*/,
                                     const QModelIndex& index) const {
  const SheetKey* row = keyOf(index);
  if (row == nullptr || index.column() != value_column) return nullptr;
  QWidget* editor = nullptr;
  if (const QStringList words = wordsOf(*row->key); !words.isEmpty()) {
    auto* list = new QComboBox(parent);
    list->addItems(words);
    connect(list, &QComboBox::activated, this, [this, list] {
      auto* self = const_cast<SheetDelegate*>(this);
      emit self->commitData(list);
      emit self->closeEditor(list);
    });
    editor = list;
  } else {
    editor = new QLineEdit(parent);
  }
  editor->setObjectName(u"sheet.editor"_s);
  editor->setAccessibleName(toQt(row->key->path));
  editor->setAutoFillBackground(true);
  return editor;
}

void SheetDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
  const QString text = index.data().toString();
  if (auto* list = qobject_cast<QComboBox*>(editor)) return list->setCurrentText(text);
  auto* line = qobject_cast<QLineEdit*>(editor);
  line->setText(text);
  line->selectAll();
}

void SheetDelegate::setModelData(QWidget* editor, QAbstractItemModel* /*model*/,
                                 const QModelIndex& index) const {
  const auto* list = qobject_cast<QComboBox*>(editor);
  const QString text = list != nullptr ? list->currentText() : qobject_cast<QLineEdit*>(editor)->text();
  if (text != index.data().toString()) emit edited(*keyOf(index), text);
}

QSize SheetDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const {
  return {0, option.fontMetrics.height() + row_padding};
}

}  // namespace zp
