// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/input_row.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QStackedLayout>
#include <QToolTip>
#include <algorithm>

#include "ui/inputs/field_frame.h"
#include "ui/inputs/tab_order.h"
#include "ui/theme/access_key.h"
#include "ui/theme/icons.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"
#include "ui/theme/wrapped_label.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int gutter = 16;  // space left of the label for the dot or the problem icon
constexpr int problem_icon = 12;
constexpr double dot_radius = 2.75;
constexpr int right_margin = 10;
constexpr int label_gap = 8;
constexpr double note_scale = 0.9;
constexpr int refusal_milliseconds = 8000;

int nextGesture() {
  static int last = 0;
  return ++last;
}

}  // namespace

InputRow::InputRow(const QString& name, const QString& label, const QString& tool_tip, const QString& spoken,
                   QWidget* parent)
    : QWidget(parent),
      tool_tip_(tool_tip),
      spoken_(spoken.isEmpty() ? withoutAccessKey(label) : spoken),
      gesture_(nextGesture()),
      label_(new QLabel(label, this)) {
  setObjectName(name);
  label_->setObjectName(name + u".label"_s);
  label_->installEventFilter(this);
  refreshTip();
}

void InputRow::setField(QWidget* field, QWidget* focus_target) {
  auto* holder = new QWidget(this);
  stack_ = new QStackedLayout(holder);
  stack_->setContentsMargins(0, 0, 0, 0);
  reason_field_ = new ReasonField(holder);
  stack_->addWidget(field);
  stack_->addWidget(reason_field_);
  auto* column = makeColumn(this, 0, {gutter, 0, right_margin, 0});
  auto* line = new QHBoxLayout;
  line->setSpacing(label_gap);
  column->addLayout(line);
  label_->setVisible(!label_->text().isEmpty());
  addParts(*line, {label_, {holder, 1}});
  label_->setBuddy(focus_target);
  focus_target_ = focus_target;  // not a focus proxy: see tab_order.h
}

void InputRow::watch(QWidget* part) { part->installEventFilter(this); }

void InputRow::setDiffersFromPreset(bool differs) {
  if (differs_ == differs) return;
  differs_ = differs;
  refreshTip();
  update();
}

void InputRow::setProblem(const QString& sentence) {
  if (problem_ == sentence) return;
  problem_ = sentence;
  showProblem(!sentence.isEmpty());
  refreshTip();
  update();
}

void InputRow::setOrigin(const QString& sentence) {
  if (origin_ == sentence) return;
  origin_ = sentence;
  refreshTip();
}

void InputRow::setDisabledReason(const QString& reason) {
  if (reason_ == reason) return;
  reason_ = reason;
  showReason(reason);
  refreshTip();
}

/// Creates a hidden label that lies over the row below, in the content that scrolls or in the window, so that
/// no control moves.
QLabel* InputRow::makeOverlay(const QString& name) {
  QWidget* content = this;  // as large as there is room to show the sentence
  while (content->parentWidget() != nullptr && !content->isWindow() &&
         qobject_cast<QAbstractScrollArea*>(content->parentWidget()->parentWidget()) == nullptr)
    content = content->parentWidget();
  auto* label = new WrappedLabel(content == this ? parentWidget() : content);
  label->setObjectName(objectName() + name);
  label->setFont(scaledFont(font(), note_scale));
  label->setFrameShape(QFrame::Box);
  label->setMargin(2);
  label->setAutoFillBackground(true);
  label->setBackgroundRole(QPalette::ToolTipBase);
  label->setForegroundRole(QPalette::ToolTipText);
  label->hide();
  return label;
}

void InputRow::showOverlay(QLabel& label, const QString& spoken) {
  label.setAccessibleName(spoken);
  place(label);
  label.show();
  label.raise();
  QAccessibleEvent alert(&label, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void InputRow::place(QLabel& label) {
  const int wide = std::max(1, width() - gutter - right_margin);
  label.setGeometry(
      QRect(mapTo(label.parentWidget(), QPoint(gutter, height())), QSize(wide, label.heightForWidth(wide))));
}

void InputRow::placeOverlays() {
  for (const QPointer<QLabel>& label : {note_, refusal_})
    if (label && label->isVisible()) place(*label);
}

void InputRow::moveEvent(QMoveEvent* event) {
  QWidget::moveEvent(event);
  placeOverlays();
}

void InputRow::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  placeOverlays();
}

void InputRow::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  setNote({});
}

InputRow::~InputRow() {
  delete note_;
  delete refusal_;
}

void InputRow::showRefusal(const QString& sentence) {
  setNote({});
  if (!refusal_) {
    refusal_ = makeOverlay(u".refusal"_s);
    refusal_->setAttribute(Qt::WA_TransparentForMouseEvents);
    refusal_rest_.setSingleShot(true);
    refusal_rest_.setInterval(refusal_milliseconds);
    connect(&refusal_rest_, &QTimer::timeout, this, [this] { setNote({}); });
  }
  noted_ = sentence;
  refusal_->setText(sentence);
  showOverlay(*refusal_, sentence);
  refusal_rest_.start();
}

void InputRow::setNote(const QString& sentence, const std::vector<NoteLink>& links) {
  refusal_rest_.stop();
  if (refusal_) refusal_->hide();
  noted_ = sentence;
  if (sentence.isEmpty()) {
    if (note_) note_->hide();
    return;
  }
  if (!note_) {
    note_ = makeOverlay(u".note"_s);
    note_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    note_->installEventFilter(this);
    moveInTabOrder(*focus_target_, *note_);
    connect(note_, &QLabel::linkActivated, this, &InputRow::noteLinkActivated);
    connect(note_, &QLabel::linkHovered, this, [this](const QString& link) { hovered_link_ = link; });
  }
  QStringList actions, spoken;
  for (const NoteLink& link : links) {
    actions << u"<a href='"_s + link.id.toHtmlEscaped() + u"'>"_s + link.text.toHtmlEscaped() + u"</a>"_s;
    spoken << link.text;
  }
  note_->setText(sentence.toHtmlEscaped() + u' ' + actions.join(u", "_s));
  showOverlay(*note_, QString(sentence + u' ' + spoken.join(u", "_s)).trimmed());
}

QString InputRow::note() const { return noted_; }

void InputRow::focusInEvent(QFocusEvent* event) { focus_target_->setFocus(event->reason()); }

void InputRow::showProblem(bool /*problem*/) {}

void InputRow::showReason(const QString& reason) {
  const bool applies = reason.isEmpty();
  reason_field_->setReason(reason);
  stack_->widget(0)->setEnabled(applies);
  label_->setEnabled(applies);
  stack_->setCurrentIndex(applies ? 0 : 1);
}

void InputRow::refreshTip() {
  const QString dot = differs_ ? tr("Differs from preset; double-click the label to reset.") : QString();
  setWrappedTip(*this, {problem_, reason_, origin_, tool_tip_, dot});
  setAccessibleName(spoken_);
}

int InputRow::labelWidthHint() const { return label_->sizeHint().width(); }

void InputRow::setLabelWidth(int width) { label_->setFixedWidth(width); }

void InputRow::beginGesture() { gesture_ = nextGesture(); }

bool InputRow::eventFilter(QObject* watched, QEvent* event) {
  const bool on_label = watched == label_, on_note = watched == note_;
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      if (!on_note || !hovered_link_.isEmpty()) break;
      setNote({});
      return true;
    case QEvent::MouseButtonDblClick:
      if (!on_label || !isEnabled()) break;
      emit resetRequested();
      return true;
    case QEvent::FocusIn:
      if (!on_label && !on_note) beginGesture();
      break;
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
      if (on_label || static_cast<QKeyEvent*>(event)->key() != Qt::Key_F1) break;
      if (event->type() == QEvent::KeyPress)
        QToolTip::showText(mapToGlobal(QPoint(0, height())), toolTip(), this);
      event->accept();
      return true;
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

void InputRow::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QAction* reset = menu->addAction(themeIcon(IconName::reset), tr("Reset to preset"));
  reset->setObjectName(u"reset"_s);
  reset->setEnabled(differs_ && reason_.isEmpty());
  connect(reset, &QAction::triggered, this, &InputRow::resetRequested);
  if (!actions().isEmpty()) menu->addSeparator();
  menu->addActions(actions());
  menu->popup(event->globalPos());
}

void InputRow::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  const double middle = stack_->parentWidget()->geometry().center().y() +
                        0.5;  // middle of the field, not counting a note below
  if (!problem_.isEmpty()) {
    const QPixmap icon = themePixmap(IconName::error, problem_icon, devicePixelRatioF());
    painter.drawPixmap(QPointF((gutter - problem_icon) / 2.0, middle - problem_icon / 2.0), icon);
  } else if (differs_) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(themeColors().accent);
    painter.drawEllipse(QPointF(gutter / 2.0, middle), dot_radius, dot_radius);
  }
}

}  // namespace zp
