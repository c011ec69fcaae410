// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/qt_messages.h"

#include <QString>
#include <cstdlib>
#include <iostream>

#include "core/text/quoting.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

void printQtMessage(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  std::cerr << printable_text(toStd(qFormatLogMessage(type, context, message))) << '\n';
  if (!message.startsWith("QThread::start: Thread creation error"_L1)) return;
  constexpr int unusable_input = 2;  // as in app/
  std::cerr << "zero-planner: No thread could be started; close other programs, or raise the limit of memory "
               "or processes (ulimit -v, ulimit -u).\n";
  std::_Exit(unusable_input);
}

}  // namespace zp
