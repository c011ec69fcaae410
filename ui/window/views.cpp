// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/views.h"

#include <QObject>

using namespace Qt::Literals::StringLiterals;

namespace zp {

QString titleOf(View view) {
  switch (view) {
    case View::memory:
      return QObject::tr("Memory");
    case View::speed:
      return QObject::tr("Speed");
    case View::scaling:
      return QObject::tr("Scaling");
    case View::table:
      return QObject::tr("Table");
    case View::config:
      return u"ds_config.json"_s;
    case View::others:
      break;
  }
  return QObject::tr("Other estimators");
}

QString idOf(View view) {
  switch (view) {
    case View::memory:
      return u"memory"_s;
    case View::speed:
      return u"speed"_s;
    case View::scaling:
      return u"scaling"_s;
    case View::table:
      return u"table"_s;
    case View::config:
      return u"config"_s;
    case View::others:
      break;
  }
  return u"others"_s;
}

std::optional<View> viewOf(const QString& id) {
  for (int i = 0; i < view_count; ++i)
    if (idOf(static_cast<View>(i)) == id) return static_cast<View>(i);
  return std::nullopt;
}

}  // namespace zp
