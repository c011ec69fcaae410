// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_controller.h"

#include <QDir>
#include <QFileInfo>
#include <QWidget>

#include "core/dsconfig/fix_config.h"
#include "core/import/import.h"
#include "core/plan/plan_file.h"
#include "ui/model/dialogs.h"
#include "ui/model/plan_model.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

const auto plan_ending = u".zplan.json"_s;

QString planFilter() {
  return FileController::tr("Plans and configurations (*.zplan.json *.json *.yaml *.yml);;All files (*)");
}

/// What DeepSpeed would stop at in a ds_config.json, one line each; "" when nothing.
QString problemsOf(const std::string& text, const Plan& plan) {
  const ConfigCheck check =
      check_config(read_config_text(text), {plan.cluster.ranks(), plan, plan.target.deepspeed_version});
  QString lines;
  for (const ConfigIssue& issue : check.issues)
    if (issue.severity <= Severity::fails_later)
      lines += FileController::tr("\n✗ line %1: %2: %3 %4")
                   .arg(issue.line)
                   .arg(issue.path.empty() ? FileController::tr("the file") : toQt(issue.path),
                        toQt(issue.message), toQt(issue.fix));
  return lines;
}

FixedConfig fixedConfig(const std::string& text, const Plan& plan) {
  return fix_config(text, {plan.cluster.ranks(), plan, plan.target.deepspeed_version});
}

bool canBeFixed(const std::string& text, const Plan& plan) { return !fixedConfig(text, plan).fixes.empty(); }

/// A JSON object that names what only a ds_config names.
bool isDsConfig(const std::string& text) {
  return text.find("\"zero_optimization\"") != std::string::npos ||
         text.find("\"train_batch_size\"") != std::string::npos ||
         text.find("\"train_micro_batch_size_per_gpu\"") != std::string::npos;
}

/// Core's sentence, with the file's name before it where it has none.
QString sentenceOf(const PlanError& error, const QString& path) {
  const QString sentence = toQt(error.what());
  const QString name = QFileInfo(path).fileName();
  return sentence.contains(name) ? sentence : name + u": " + sentence;
}

}  // namespace

FileController::FileController(PlanModel& model, Settings& settings, QWidget& window)
    : QObject(&window), model_(model), settings_(settings), window_(window) {}

void FileController::newPlan() {
  if (mayDiscard()) model_.reset(example_plan(), {});
}

void FileController::openWithDialog() {
  const QString path = dialogs::openFile(&window_, tr("Open plan"), settings_.lastFolder(), planFilter());
  if (!path.isEmpty()) open(path);
}

bool FileController::open(const QString& path) {
  PlanDocument document;
  try {
    document = PlanModel::read(path);
  } catch (const PlanError& error) {
    if (importFrom(path)) return true;
    if (!tellProblems(path)) emit failed(sentenceOf(error, path));
    return false;
  }
  if (!mayDiscard()) return false;  // asked only when there is something to open instead
  model_.reset(document, path);
  settings_.setLastFolder(QFileInfo(path).absolutePath());
  settings_.addRecentFile(path);
  emit recentFilesChanged();
  emit done({});
  return true;
}

bool FileController::tellProblems(const QString& path) {
  try {
    const std::string text = read_text_file(toStd(path));
    const QString problems = isDsConfig(text) ? problemsOf(text, model_.plan()) : QString();
    if (problems.isEmpty()) return false;
    emit imported(false, tr("%1: DeepSpeed would stop at:").arg(QFileInfo(path).fileName()) + problems, path,
                  canBeFixed(text, model_.plan()));
    return true;
  } catch (const PlanError&) {
    return false;
  }
}

bool FileController::saveFixed(const QString& path) {
  try {
    const FixedConfig fixed = fixedConfig(read_text_file(toStd(path)), model_.plan());
    const QString to = dialogs::saveFile(&window_, tr("Save fixed copy"), path,
                                         tr("Configurations (*.json);;All files (*)"));
    if (to.isEmpty()) return false;
    write_text_file(toStd(to), fixed.text);
    QString sentence = tr("Saved %1").arg(QDir::toNativeSeparators(to));
    for (const std::string& fix : fixed.fixes)
      sentence += u" "_s + toQt(fix);
    emit done(sentence);
    return true;
  } catch (const PlanError& error) {
    emit failed(sentenceOf(error, path));
    return false;
  }
}

bool FileController::importFrom(const QString& path) {
  try {
    const ImportFile file = read_import_file(toStd(path));
    const QString problems =
        kind_of_import(file.text) == ImportKind::ds_config ? problemsOf(file.text, model_.plan()) : QString();
    const Imported found = import_file(file, model_.document());
    const QString name = QFileInfo(path).fileName();
    model_.proposeDocument(found.document, {tr("Import %1").arg(name)});
    QString sentence =
        tr("%1 was read into this plan as %2; undo takes it back.").arg(name, toQt(name_of(found.kind)));
    if (!problems.isEmpty()) sentence += tr("\nDeepSpeed would stop at:") + problems;
    for (const Issue& issue : found.notes)
      sentence += u"\n• "_s + toQt(issue.message);
    emit imported(true, sentence, path,
                  found.kind == ImportKind::ds_config && canBeFixed(file.text, model_.plan()));
    return true;
  } catch (const PlanError&) {
    return false;  // what it is as a plan is told
  }
}

bool FileController::save() { return model_.filePath().isEmpty() ? saveAs() : saveTo(model_.filePath()); }

bool FileController::saveAs() {
  QString path = dialogs::saveFile(&window_, tr("Save plan"), proposedPath(plan_ending), planFilter());
  if (path.isEmpty()) return false;
  if (QFileInfo(path).suffix().isEmpty()) path += plan_ending;
  return saveTo(path);
}

bool FileController::saveTo(const QString& path) {
  try {
    model_.save(path);
  } catch (const PlanError& error) {
    emit failed(sentenceOf(error, path));
    return false;
  }
  settings_.setLastFolder(QFileInfo(path).absolutePath());
  settings_.addRecentFile(path);
  emit recentFilesChanged();
  emit done(tr("Saved %1").arg(QDir::toNativeSeparators(path)));
  return true;
}

bool FileController::mayDiscard() {
  if (!model_.isModified()) return true;
  switch (dialogs::askUnsaved(&window_, displayName())) {
    case dialogs::Answer::save:
      return save();
    case dialogs::Answer::discard:
      return true;
    case dialogs::Answer::cancel:
      break;
  }
  return false;
}

QString FileController::displayName() const {
  return model_.filePath().isEmpty() ? tr("Untitled plan") : QFileInfo(model_.filePath()).fileName();
}

QString FileController::proposedPath(const QString& ending) const {
  QString stem = u"plan"_s;
  QString folder = settings_.lastFolder();
  if (!model_.filePath().isEmpty()) {
    const QFileInfo file(model_.filePath());
    folder = file.absolutePath();
    stem = file.fileName().endsWith(plan_ending) ? file.fileName().chopped(plan_ending.size())
                                                 : file.completeBaseName();
  }
  return QDir(folder.isEmpty() ? QDir::homePath() : folder).filePath(stem + ending);
}

}  // namespace zp
