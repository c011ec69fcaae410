// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/warning_catcher.h"

#include <QString>

#include "tests/ui/walk/report.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

Report* told_to = nullptr;
QtMessageHandler next_handler = nullptr;

/// Returns true for a warning of Qt's own file dialog about a path that a user typed below a file: the dialog
/// looks into "plan.json/other.json" while it is typed, and says so when it has closed, too. No other code
/// prints this sentence (QFileSystemEngine::fillMetaData).
bool isOfQtsFileDialog(const QString& message) {
  return message.startsWith(u"stat() failed for"_s) && message.endsWith(u"(Not a directory)"_s);
}

void catchMessage(QtMsgType type, const QMessageLogContext& context, const QString& message) {
  if ((type == QtWarningMsg && !isOfQtsFileDialog(message)) || type == QtCriticalMsg || type == QtFatalMsg)
    told_to->fault(u"Qt warning"_s, QString::fromLatin1(context.category) + u": "_s + message);
  if (next_handler != nullptr && type == QtFatalMsg) next_handler(type, context, message);
}

}  // namespace

WarningCatcher::WarningCatcher(Report& report) {
  told_to = &report;
  before_ = qInstallMessageHandler(catchMessage);
  next_handler = before_;
}

WarningCatcher::~WarningCatcher() {
  qInstallMessageHandler(before_);
  told_to = nullptr;
}

}  // namespace zp::walk
