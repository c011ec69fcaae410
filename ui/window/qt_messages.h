// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

class QMessageLogContext;
class QString;

namespace zp {

/// Prints a message of Qt on standard error, with characters that a terminal would act on as text. Ends the
/// program with a sentence and status 2 if Qt could not start a thread: Qt's painter then waits for it for
/// ever. Work that was not saved two seconds before is kept (recovery.h). For qInstallMessageHandler().
void printQtMessage(QtMsgType type, const QMessageLogContext& context, const QString& message);

}  // namespace zp
