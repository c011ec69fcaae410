// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/search_combo.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStylePainter>
#include <algorithm>

#include "ui/inputs/choice_search.h"
#include "ui/inputs/field_frame.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int visible_entries = 18;
constexpr int least_field_characters = 10;
constexpr int beside_icon = 4;

void paintAsChoices(QAbstractItemView& list, QObject* owner) {
  if (dynamic_cast<ChoiceDelegate*>(list.itemDelegate()) == nullptr)
    list.setItemDelegate(new ChoiceDelegate(owner));
}

}  // namespace

SearchCombo::SearchCombo(bool searchable, QWidget* parent)
    : QComboBox(parent), model_(new QStandardItemModel(this)) {
  setModel(model_);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumHeight(field_height);
  setMaxVisibleItems(visible_entries);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  if (searchable) makeSearchable();
  connect(this, &QComboBox::activated, this,
          [this](int index) { take(itemData(index, ChoiceIdRole).toString()); });
}

/// Returns a size hint independent of the list, as QComboBox::AdjustToMinimumContentsLengthWithIcon would,
/// but without creating the list.
QSize SearchCombo::sizeHint() const {
  const QFontMetrics metrics = fontMetrics();
  const QSize text(
      least_field_characters * metrics.horizontalAdvance(u'X') + iconSize().width() + beside_icon,
      std::max({metrics.height(), 14, iconSize().height()}) + 2);
  QStyleOptionComboBox option;
  initStyleOption(&option);
  return style()->sizeFromContents(QStyle::CT_ComboBox, &option, text, this);
}

/// Creates the line edit and completer of a searchable box; their list is filled when the user types.
void SearchCombo::makeSearchable() {
  auto* line = new QLineEdit(this);
  found_ = new QStandardItemModel(this);
  // The list contains only search results, so the completer must not filter again.
  completer_ = new QCompleter(found_, this);
  completer_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  completer_->setMaxVisibleItems(visible_entries);
  line->setCompleter(completer_);  // otherwise the combo box would create its own
  setLineEdit(line);
  setCompleter(completer_);
  setInsertPolicy(QComboBox::NoInsert);
  lineEdit()->installEventFilter(this);
  connect(lineEdit(), &QLineEdit::textEdited, this, &SearchCombo::find);
  connect(completer_, qOverload<const QModelIndex&>(&QCompleter::activated), this,
          [this](const QModelIndex& index) { take(index.data(ChoiceIdRole).toString()); });
}

void SearchCombo::setChoices(const std::vector<Choice>& choices) {
  const QSignalBlocker quiet(this);
  choices_ = choices;
  fillChoiceModel(*model_, choices);
  showEntry(shown_id_);
}

void SearchCombo::setDoubts(const QHash<QString, QString>& doubts) {
  if (doubts.isEmpty() && !has_doubts_) return;
  has_doubts_ = !doubts.isEmpty();
  for (Choice& choice : choices_)
    choice.doubt = doubts.value(choice.id);
  const QSignalBlocker quiet(this);
  showDoubts(*model_, choices_);
  if (found_ != nullptr) showDoubts(*found_, choices_);
}

QString SearchCombo::currentId() const { return shown_id_; }

void SearchCombo::setCurrentId(const QString& id) {
  if (id != shown_id_ || hasTypedText()) showEntry(id);
}

void SearchCombo::showEntry(const QString& id) {
  const QSignalBlocker quiet(this);
  shown_id_ = id;
  setCurrentIndex(findData(id, ChoiceIdRole));
  if (isEditable()) restoreText();
}

void SearchCombo::setInvalid(bool invalid) {
  invalid_ = invalid;
  update();
}

void SearchCombo::setReason(const QString& reason) {
  reason_ = reason;
  setEnabled(reason.isEmpty());
  if (isEditable()) restoreText();
  update();
}

void SearchCombo::showPopup() {
  if (isEditable()) paintAsChoices(*view(), this);
  emit opened();
  const int content = view()->sizeHintForColumn(0) + view()->verticalScrollBar()->sizeHint().width() + 16;
  view()->setMinimumWidth(std::max(content, width()));
  QComboBox::showPopup();
}

void SearchCombo::take(const QString& id) {
  if (id.isEmpty() || id == shown_id_) return showEntry(shown_id_);
  setCurrentId(id);
  emit chosen(id);
}

void SearchCombo::find(const QString& typed) {
  emit typing();
  paintAsChoices(*completer_->popup(), this);
  if (!completer_->popup()->isVisible()) emit opened();
  fillFoundModel(*found_, foundChoices(choices_, typed), typed);
  setUnknown(false);
}

/// Chooses the entry that the typed text names. A merely similar entry is never chosen.
void SearchCombo::takeTyped() {
  const QString typed = lineEdit()->text().trimmed();
  completer_->popup()->hide();  // otherwise the next key would go to the popup
  if (typed.isEmpty() || !hasTypedText()) return restoreText();
  const std::vector<Choice> named = namedChoices(choices_, typed);
  if (named.size() == 1 && named.front().reason.isEmpty()) return take(named.front().id);
  setUnknown(true);
  emit asked(typed, named);
}

bool SearchCombo::hasTypedText() const {
  return isEditable() && isEnabled() && lineEdit()->text() != itemText(currentIndex());
}

void SearchCombo::restoreText() {
  if (!isEditable()) return;
  setUnknown(false);
  const QSignalBlocker quiet(lineEdit());
  lineEdit()->setText(reason_.isEmpty() ? itemText(currentIndex()) : reason_);
  lineEdit()->setCursorPosition(0);
}

void SearchCombo::setUnknown(bool unknown) {
  if (unknown != is_unknown_) update();  // the frame surrounds the line edit, which repaints only itself
  is_unknown_ = unknown;
}

bool SearchCombo::event(QEvent* event) {
  if (!isUndoRedoOverride(*event)) return QComboBox::event(event);
  event->setAccepted(hasTypedText());  // typed text is restored first; otherwise the window handles Undo
  return true;
}

bool SearchCombo::eventFilter(QObject* watched, QEvent* event) {
  if (isEditable() && watched == lineEdit()) {
    if (isUndoRedoOverride(*event)) {
      event->setAccepted(hasTypedText());
      return true;
    }
    // A click into the text selects it, so that typing replaces it.
    if (event->type() == QEvent::MouseButtonRelease && !lineEdit()->hasSelectedText() &&
        !lineEdit()->isModified())
      lineEdit()->selectAll();
  }
  return QComboBox::eventFilter(watched, event);
}

void SearchCombo::keyPressEvent(QKeyEvent* event) {
  if (isEditable()) {
    if ((event->key() == Qt::Key_Escape || event->matches(QKeySequence::Undo)) && hasTypedText()) {
      completer_->popup()->hide();
      restoreText();
      emit typing();
      lineEdit()->selectAll();
      return event->accept();
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
      takeTyped();
      lineEdit()->selectAll();
      return event->accept();
    }
  }
  QComboBox::keyPressEvent(event);
}

void SearchCombo::wheelEvent(QWheelEvent* event) {
  if (!hasFocus()) return event->ignore();
  QComboBox::wheelEvent(event);
}

void SearchCombo::focusInEvent(QFocusEvent* event) {
  QComboBox::focusInEvent(event);
  if (isEditable()) lineEdit()->setModified(false);
}

void SearchCombo::focusOutEvent(QFocusEvent* event) {
  const bool comes_back = event->reason() == Qt::PopupFocusReason ||
                          event->reason() == Qt::MenuBarFocusReason ||
                          event->reason() == Qt::ActiveWindowFocusReason;
  if (isEditable() && isEnabled() && !comes_back) {
    takeTyped();
    restoreText();  // the field always shows the plan's value
  }
  QComboBox::focusOutEvent(event);
}

void SearchCombo::paintEvent(QPaintEvent* event) {
  if (isEditable() || reason_.isEmpty()) {
    QComboBox::paintEvent(event);
  } else {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    option.currentText = reason_;
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
  }
  paintFieldOutline(*this, invalid_ || is_unknown_);
}

}  // namespace zp
