// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drop_sign.h"

#include <QPainter>

#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double sign_veil = 0.82;
constexpr double sign_scale = 1.5;
constexpr int sign_margin = 16;

}  // namespace

DropSign::DropSign(QWidget& window) : QWidget(&window) {
  setObjectName(u"dropSign"_s);
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAccessibleName(tr("Drop it here"));
  hide();
}

void DropSign::showOver() {
  setGeometry(parentWidget()->rect());
  raise();
  show();
}

void DropSign::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& c = themeColors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor veil = c.window;
  veil.setAlphaF(static_cast<float>(sign_veil));
  painter.fillRect(rect(), veil);
  painter.setPen(QPen(c.accent, 2, Qt::DashLine));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(rect()).adjusted(sign_margin, sign_margin, -sign_margin, -sign_margin), 8,
                          8);
  const QRect upper(0, 0, width(), height() / 2), lower(0, height() / 2, width(), height() / 2);
  painter.setPen(c.text);
  painter.setFont(scaledFont(font(), sign_scale, QFont::DemiBold));
  painter.drawText(upper.adjusted(0, 0, 0, -4), Qt::AlignHCenter | Qt::AlignBottom, tr("Drop it to open it"));
  painter.setPen(c.muted);
  painter.setFont(font());
  painter.drawText(lower.adjusted(0, 4, 0, 0), Qt::AlignHCenter | Qt::AlignTop,
                   tr("A plan, ds_config.json, a training file or script, a log, a memory snapshot"));
}

}  // namespace zp
