// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/number_spin.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QStyle>
#include <QStyleOptionSpinBox>
#include <algorithm>
#include <utility>

#include "ui/inputs/field_frame.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

NumberSpin::NumberSpin(QuantitySpec spec, QWidget* parent) : QDoubleSpinBox(parent), spec_(std::move(spec)) {
  const bool whole = spec_.kind == QuantityKind::count || spec_.kind == QuantityKind::params;
  setDecimals(whole ? 0 : spec_.kind == QuantityKind::gbit ? 6 : 3);  // a tenth of a Gbit/s is 0.0125 GB/s
  setRange(spec_.minimum, spec_.maximum);
  setAlignment(Qt::AlignRight);
  setKeyboardTracking(false);
  setFocusPolicy(Qt::StrongFocus);
  setFont(tabularFont(font()));
  setMinimumHeight(field_height);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(lineEdit(), &QLineEdit::textEdited, this, qOverload<>(&QWidget::update));
  connect(lineEdit(), &QLineEdit::textEdited, this, &NumberSpin::typing);
}

void NumberSpin::setInvalid(bool invalid) {
  invalid_ = invalid;
  update();
}

bool NumberSpin::hasPendingText() const { return lineEdit()->text() != textFromValue(value()); }

bool NumberSpin::canTake(const QString& text) const {
  const auto is_number = [this](const QString& all) {
    return parsed(spec_, all, decimalMarkOf(locale())).has_value();
  };
  const QLineEdit& edit = *lineEdit();
  const auto from = edit.hasSelectedText() ? edit.selectionStart() : edit.cursorPosition();
  return is_number(text) || is_number(edit.text().replace(from, edit.selectionLength(), text));
}

QString NumberSpin::textFromValue(double value) const { return textOf(spec_, value); }

double NumberSpin::valueFromText(const QString& text) const {
  // The text is rounded ("6.74 B"), so unchanged text must not change the value.
  if (text == textFromValue(value())) return value();
  return std::clamp(parsed(spec_, text, decimalMarkOf(locale())).value_or(value()), minimum(), maximum());
}

QValidator::State NumberSpin::validate(QString& text, int& /*pos*/) const {
  return text == textFromValue(value()) || parsed(spec_, text, decimalMarkOf(locale()))
             ? QValidator::Acceptable
             : QValidator::Intermediate;
}

void NumberSpin::fixup(QString& text) const { text = textFromValue(value()); }

void NumberSpin::stepBy(int steps) {
  if (hasPendingText() && !applyText()) return;
  setValue(stepped(spec_, value(), steps));
  selectAll();
}

bool NumberSpin::applyText() {
  const QString typed = lineEdit()->text();
  const QString problem = complaint();
  const std::optional<OtherReading> other =
      problem.isEmpty() ? otherReading(spec_, typed, decimalMarkOf(locale())) : std::nullopt;
  if (!problem.isEmpty()) {
    emit noted(problem, 0, {});
    return false;
  }
  emit applyingText();
  interpretText();
  update();
  if (other) emit noted(other->taken, other->value, other->text);
  return true;
}

void NumberSpin::applyValue(double value) {
  emit applyingText();
  setValue(value);
}

void NumberSpin::restoreText() {
  lineEdit()->setText(textFromValue(value()));
  selectAll();
  update();
}

QString NumberSpin::complaint() const {
  if (!hasPendingText()) return {};
  const auto typed = parsed(spec_, lineEdit()->text(), decimalMarkOf(locale()));
  const QString text = lineEdit()->text().trimmed();
  const std::string ambiguous = ambiguous_sentence(text.toStdString(), decimalMarkOf(locale()));
  if (text.isEmpty()) return tr("Empty: %1 stays.").arg(textFromValue(value()));
  if (!typed && !ambiguous.empty()) return QString::fromStdString(ambiguous);
  if (!typed)
    return tr("“%1” is not a number of this field. Try %2.")
        .arg(text, textFromValue(spec_.stops.first()) + u", 4k, 2*8"_s);
  if (*typed < minimum())
    return tr("%1 is too small: the minimum is %2.").arg(text, textFromValue(minimum()));
  if (*typed > maximum())
    return tr("%1 is too large: the maximum is %2.").arg(text, textFromValue(maximum()));
  return {};
}

bool NumberSpin::event(QEvent* event) {
  if (!isUndoRedoOverride(*event)) return QDoubleSpinBox::event(event);
  event->setAccepted(hasPendingText());  // typed text is restored first; otherwise the window handles Undo
  return true;
}

void NumberSpin::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Redo))
    return event->accept();  // Redo must not change text that is being typed
  if (event->key() == Qt::Key_Escape || event->matches(QKeySequence::Undo)) {
    if (!hasPendingText()) return event->ignore();
    restoreText();
    return event->accept();
  }
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    if (hasPendingText() && applyText()) selectAll();
    return event->accept();
  }
  QDoubleSpinBox::keyPressEvent(event);
}

void NumberSpin::wheelEvent(QWheelEvent* event) {
  if (!hasFocus()) return event->ignore();
  QDoubleSpinBox::wheelEvent(event);
}

void NumberSpin::focusInEvent(QFocusEvent* event) {
  QDoubleSpinBox::focusInEvent(event);
  // The next digit replaces the number, unless the focus came from the mouse, a popup or another window.
  const bool keeps_cursor = event->reason() == Qt::MouseFocusReason ||
                            event->reason() == Qt::PopupFocusReason ||
                            event->reason() == Qt::ActiveWindowFocusReason;
  if (!keeps_cursor) selectAll();
}

void NumberSpin::focusOutEvent(QFocusEvent* event) {
  const bool menu_or_window = event->reason() == Qt::PopupFocusReason;
  if (!menu_or_window && hasPendingText() && !applyText()) restoreText();
  QDoubleSpinBox::focusOutEvent(event);
}

void NumberSpin::paintEvent(QPaintEvent* event) {
  QDoubleSpinBox::paintEvent(event);
  paintFieldOutline(*this, invalid_ || !complaint().isEmpty());
}

int NumberSpin::widthFor(const QString& text) const {
  QStyleOptionSpinBox option;
  initStyleOption(&option);
  const QSize contents(fontMetrics().horizontalAdvance(text) + 6, fontMetrics().height());
  return style()->sizeFromContents(QStyle::CT_SpinBox, &option, contents, this).width() + 2;
}

QSize NumberSpin::sizeHint() const {
  // All rows have the same width, so that sliders line up, unless the slider's values need more.
  int width = widthFor(u"1,048,576 tok"_s);
  for (const double value : {spec_.stops.first(), spec_.stops.last()})
    width = std::max(width, widthFor(textFromValue(value)));
  return {width, std::max(field_height, QDoubleSpinBox::sizeHint().height())};
}

QSize NumberSpin::minimumSizeHint() const { return sizeHint(); }

}  // namespace zp
