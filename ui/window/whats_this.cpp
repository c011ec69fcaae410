// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/whats_this.h"

#include <QAbstractButton>
#include <QApplication>
#include <QHelpEvent>
#include <QTextDocument>
#include <QWhatsThis>
#include <QWidget>

#include "ui/theme/access_key.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString rich(const QString& text) {
  return Qt::mightBeRichText(text) ? text : text.toHtmlEscaped().replace(u'\n', u"<br>"_s);
}

QString nameOf(const QWidget& widget) {
  if (!widget.accessibleName().isEmpty()) return widget.accessibleName();
  const auto* button = qobject_cast<const QAbstractButton*>(&widget);
  return button != nullptr ? withoutAccessKey(button->text()) : QString();
}

}  // namespace

QString whatsThisOf(const QWidget& widget) {
  const QString name = nameOf(widget);
  for (const QString& text : {widget.whatsThis(), widget.toolTip(), widget.accessibleDescription()})
    if (!text.isEmpty())
      return name.isEmpty() || text == name ? rich(text)
                                            : u"<b>"_s + name.toHtmlEscaped() + u"</b><br>" + rich(text);
  const QWidget* above = widget.isWindow() ? nullptr : widget.parentWidget();
  const QString around = above != nullptr ? whatsThisOf(*above) : QString();
  return name.isEmpty() ? around : u"<b>"_s + name.toHtmlEscaped() + u"</b><br>" + around;
}

WhatsThis::WhatsThis(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool WhatsThis::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::WhatsThis && event->type() != QEvent::QueryWhatsThis) return false;
  auto* widget = qobject_cast<QWidget*>(watched);
  const QString text = widget != nullptr ? whatsThisOf(*widget) : QString();
  if (text.isEmpty()) return false;
  if (event->type() == QEvent::WhatsThis)
    QWhatsThis::showText(static_cast<QHelpEvent*>(event)->globalPos(), text, widget);
  event->accept();
  return true;
}

}  // namespace zp
