// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/accessible_role.h"

#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QVariant>

namespace zp {
namespace {

constexpr const char* role_property = "zp_accessible_role";

class PaintedFace : public QAccessibleWidget {
 public:
  explicit PaintedFace(QWidget* painted) : QAccessibleWidget(painted) {}

  [[nodiscard]] QAccessible::Role role() const override {
    return static_cast<QAccessible::Role>(widget()->property(role_property).toInt());
  }
  [[nodiscard]] QStringList actionNames() const override {
    QStringList names = QAccessibleWidget::actionNames();
    if (role() == QAccessible::Button && widget()->isEnabled()) names.prepend(pressAction());
    return names;
  }
  void doAction(const QString& name) override {
    if (name != pressAction()) return QAccessibleWidget::doAction(name);
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
      QKeyEvent event(type, Qt::Key_Return, Qt::NoModifier);
      QCoreApplication::sendEvent(widget(), &event);
    }
  }
};

QAccessibleInterface* faceOf(const QString& /*class_name*/, QObject* object) {
  auto* widget = qobject_cast<QWidget*>(object);
  if (widget == nullptr) return nullptr;
  return widget->property(role_property).isValid() ? new PaintedFace(widget) : nullptr;
}

}  // namespace

void setAccessibleRole(QWidget& widget, QAccessible::Role role) {
  static const bool is_installed = [] {
    QAccessible::installFactory(faceOf);
    return true;
  }();
  Q_UNUSED(is_installed)
  widget.setProperty(role_property, static_cast<int>(role));
}

}  // namespace zp
