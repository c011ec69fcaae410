// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/whats_this.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCursor>
#include <QHelpEvent>
#include <QTextDocument>
#include <QWhatsThis>
#include <QWidget>

#include "ui/charts/chart.h"
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

QString whatsThisAt(const QWidget& widget, QPoint pos) {
  const auto* chart = qobject_cast<const Chart*>(&widget);
  const QString tip = chart != nullptr ? chart->tipAt(pos) : QString();
  return tip.isEmpty() ? whatsThisOf(widget) : tip;
}

bool explainUnderMouse(const QWidget& window) {
  const QPoint at = QCursor::pos();
  QWidget* widget = window.childAt(window.mapFromGlobal(at));
  if (widget == nullptr) return false;
  const QString text = whatsThisAt(*widget, widget->mapFromGlobal(at));
  if (text.isEmpty()) return false;
  QWhatsThis::showText(at, text, widget);
  return true;
}

WhatsThis::WhatsThis(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool WhatsThis::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::WhatsThis && event->type() != QEvent::QueryWhatsThis) return false;
  auto* widget = qobject_cast<QWidget*>(watched);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = widget != nullptr ? whatsThisAt(*widget, help->pos()) : QString();
  if (text.isEmpty()) return false;
  if (event->type() == QEvent::WhatsThis) QWhatsThis::showText(help->globalPos(), text, widget);
  event->accept();
  return true;
}

}  // namespace zp
