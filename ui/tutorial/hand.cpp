// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tutorial/hand.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QCoreApplication>
#include <QDropEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QMouseEvent>
#include <QUrl>

#include "core/units/parse.h"
#include "ui/inputs/choice_list.h"
#include "ui/inputs/number_spin.h"
#include "ui/inputs/stops_slider.h"
#include "ui/model/action_registry.h"
#include "ui/model/text.h"
#include "ui/tutorial/controls.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int moves_of_a_drag = 6;

void mouse(QWidget& widget, QEvent::Type type, QPointF at, Qt::MouseButtons held,
           Qt::KeyboardModifiers modifiers = {}) {
  const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
  QMouseEvent event(type, at, widget.mapToGlobal(at), button, held, modifiers);
  QCoreApplication::sendEvent(&widget, &event);
}

void click(const Control& control, Qt::KeyboardModifiers modifiers = {}) {
  const QPointF middle = QRectF(control.rect).center();
  mouse(*control.widget, QEvent::MouseMove, middle, Qt::NoButton, modifiers);
  mouse(*control.widget, QEvent::MouseButtonPress, middle, Qt::LeftButton, modifiers);
  if (control.widget) mouse(*control.widget, QEvent::MouseButtonRelease, middle, Qt::NoButton, modifiers);
}

void key(QWidget& widget, int key, const QString& text = {}, Qt::KeyboardModifiers modifiers = {}) {
  for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
    QKeyEvent event(type, key, modifiers, text);
    QCoreApplication::sendEvent(&widget, &event);
  }
}

QString missing(const QString& what) {
  return QObject::tr(
             "The step needs something that the window does not show now (%1). Do the steps before it.")
      .arg(what);
}

/// Chooses a segment, or an entry of a list.
QString choose(QWidget& window, const QString& name, const QString& id) {
  if (const auto segment = findControl(window, name + u'.' + id);
      segment && qobject_cast<QAbstractButton*>(segment->widget) != nullptr) {
    click(*segment);
    return {};
  }
  const auto control = findControl(window, name);
  if (!control) return missing(name);
  auto* combo = qobject_cast<QComboBox*>(control->widget);
  if (combo == nullptr) combo = control->widget->findChild<QComboBox*>();
  if (combo == nullptr) return name + u" has no list"_s;
  int index = combo->findData(id, ChoiceIdRole);
  if (index < 0) index = combo->findText(id);
  if (index < 0) return name + u" has no "_s + id;
  combo->setCurrentIndex(index);
  emit combo->activated(index);
  return {};
}

QString type(QWidget& window, const QString& name, const QString& text) {
  const auto control = findControl(window, name);
  if (!control) return missing(name);
  QWidget* field = control->widget->findChild<NumberSpin*>();
  if (field == nullptr) field = control->widget->findChild<QLineEdit*>();
  if (field == nullptr) field = control->widget;
  field->setFocus(Qt::TabFocusReason);
  if (auto* line = field->findChild<QLineEdit*>()) line->selectAll();
  if (auto* line = qobject_cast<QLineEdit*>(field)) line->selectAll();
  for (const QChar letter : text)
    key(*field, letter.toUpper().unicode(), letter);
  key(*field, Qt::Key_Return, u"\r"_s);
  return {};
}

QString drag(QWidget& window, const QString& name, const QString& text) {
  const auto control = findControl(window, name);
  if (!control) return missing(name);
  auto* slider = qobject_cast<StopsSlider*>(control->widget);
  if (slider == nullptr) slider = control->widget->findChild<StopsSlider*>();
  const std::optional<double> value = parse_number(toStd(text));
  if (slider == nullptr || !value) return name + u" cannot be dragged to "_s + text;
  const double from = slider->handleX(slider->exactValue()), to = slider->handleX(*value);
  const double middle = slider->height() / 2.0;
  mouse(*slider, QEvent::MouseButtonPress, {from, middle}, Qt::LeftButton);
  for (int i = 1; i <= moves_of_a_drag; ++i)
    mouse(*slider, QEvent::MouseMove, {from + (to - from) * i / moves_of_a_drag, middle}, Qt::LeftButton);
  mouse(*slider, QEvent::MouseButtonRelease, {to, middle}, Qt::NoButton);
  return {};
}

/// Presses a key in a control; without a control, a shortcut of the window.
QString press(QWidget& window, const ActionRegistry& actions, const QString& name, const QString& keys) {
  const QKeySequence sequence(keys);
  if (name.isEmpty()) {
    for (const ActionRegistry::Entry& entry : actions.entries())
      if (entry.action->shortcuts().contains(sequence)) {
        entry.action->trigger();
        return {};
      }
    return missing(u"command on "_s + keys);
  }
  const auto control = findControl(window, name);
  if (!control) return missing(name);
  control->widget->setFocus(Qt::TabFocusReason);
  key(*control->widget, sequence[0].key(), keys.size() == 1 ? keys.toLower() : QString(),
      sequence[0].keyboardModifiers());
  return {};
}

QString drop(QWidget& window, const QString& path) {
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(path)});
  const QPoint middle = window.rect().center();
  QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&window, &enter);
  if (!enter.isAccepted()) return u"The window takes no "_s + path;
  QDropEvent event(middle, Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(&window, &event);
  return {};
}

QString trigger(const ActionRegistry& actions, const QString& id) {
  QAction* action = actions.find(id);
  if (action == nullptr) return missing(id);
  if (!action->isEnabled()) return id + u" is disabled"_s;
  action->trigger();
  return {};
}

}  // namespace

QString perform(const TutorialAction& action, QWidget& window, const ActionRegistry& actions,
                const QString& folder) {
  const QString name = toQt(action.control), value = toQt(action.value);
  switch (action.gesture) {
    case Gesture::choose:
      return choose(window, name, value);
    case Gesture::type:
      return type(window, name, value);
    case Gesture::drag:
      return drag(window, name, value);
    case Gesture::press:
      return press(window, actions, name, value);
    case Gesture::drop:
      return drop(window, folder + u'/' + value);
    case Gesture::trigger:
      return trigger(actions, name);
    case Gesture::click:
      break;
  }
  const auto control = findControl(window, name);
  if (!control) return missing(name);
  click(*control);
  return {};
}

}  // namespace zp
