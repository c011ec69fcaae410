// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_names.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include "ui/model/plan_model.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

QString displayNameOf(const PlanModel& model) {
  return model.filePath().isEmpty() ? QCoreApplication::translate("FileNames", "Untitled plan")
                                    : QFileInfo(model.filePath()).fileName();
}

QString proposedPath(const PlanModel& model, const Settings& settings, const QString& ending, FolderOf kind) {
  QString stem = u"plan"_s;
  QString folder = settings.lastFolder(kind);
  if (!model.filePath().isEmpty()) {
    const QFileInfo file(model.filePath());
    folder = file.absolutePath();
    stem = file.fileName().endsWith(plan_ending) ? file.fileName().chopped(plan_ending.size())
                                                 : file.completeBaseName();
  }
  return QDir(folder.isEmpty() ? QDir::homePath() : folder).filePath(stem + ending);
}

QString namedFromPlan(const PlanModel& model, const QString& path) {
  const QFileInfo file(path), plan(model.filePath());
  const bool is_beside = !model.filePath().isEmpty() && file.absolutePath() == plan.absolutePath();
  return is_beside ? file.fileName() : file.absoluteFilePath();
}

bool isStructured(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  return suffix == u"json" || suffix == u"yaml" || suffix == u"yml";
}

QString sentenceOf(const FileError& error, const QString& path) {
  const QString sentence = toQt(error.what());
  const QString name = QFileInfo(path).fileName();
  return sentence.contains(name) ? sentence : name + u": " + sentence;
}

}  // namespace zp
