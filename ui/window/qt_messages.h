// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

class QMessageLogContext;
class QString;

namespace zp {

/// Prints a Qt message on standard error, with terminal control characters escaped. If Qt could not start a
/// thread, ends the program with a sentence and status 2, because Qt's painter would wait for it forever;
/// unsaved work older than two seconds is kept (recovery.h). For qInstallMessageHandler().
void printQtMessage(QtMsgType type, const QMessageLogContext& context, const QString& message);

}  // namespace zp
