// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_controller.h"

#include <QFileInfo>
#include <QWidget>
#include <algorithm>
#include <utility>

#include "core/diagnosis/named_log.h"
#include "core/plan_file/machine_profile.h"
#include "core/plan_file/plan_file.h"
#include "core/probe/probed_machine.h"
#include "core/text/text_file.h"
#include "ui/model/dialogs.h"
#include "ui/model/plan_model.h"
#include "ui/model/run_model.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/window/file_names.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

const auto profile_ending = u".zprofile.json"_s;

QString profileFilter() {
  return RunController::tr("Machine profiles (*.zprofile.json *.json);;All files (*)");
}

QString logFilter() {
  return RunController::tr(
      "Logs and memory snapshots (*.log *.txt *.out *.err *.jsonl *.json *.pickle *.pkl);;All files (*)");
}

/// Returns true if the file is a log. Configurations state the same settings as logs, so a JSON or YAML file
/// counts only if a program wrote it as a log.
bool isLog(const NamedLog& named, const QString& path, RunController::Lines lines) {
  if (!isStructured(path))
    return lines == RunController::Lines::of_a_run ? is_printed_by_run(named.log) : named.log.recognised > 0;
  return std::ranges::any_of(named.log.kinds, [](const RecognisedKind& kind) {
    return kind.kind == LogKind::trainer || kind.kind == LogKind::probe;
  });
}

}  // namespace

RunController::RunController(PlanModel& model, RunModel& run, Settings& settings, QWidget& window)
    : QObject(&window), model_(model), run_(run), settings_(settings), window_(window) {}

void RunController::openWithDialog() {
  const QString path =
      dialogs::openFile(&window_, tr("Add a log"), settings_.lastFolder(FolderOf::logs), logFilter());
  if (path.isEmpty()) return;
  settings_.setLastFolder(QFileInfo(path).absolutePath(), FolderOf::logs);
  try {
    if (run_.addFile(path))
      emit opened();
    else
      emit failed(tr("%1 has no line that the program knows from the output of a run.")
                      .arg(QFileInfo(path).fileName()));
  } catch (const FileError& error) {
    emit failed(sentenceOf(error, path));
  }
}

bool RunController::takeText(const QString& text, const QString& name) {
  try {
    NamedLog log = log_of_text(toStd(text), toStd(name));
    if (!is_printed_by_run(log.log) || !run_.add(std::move(log))) return false;
  } catch (const FileError&) {
    return false;
  }
  emit opened();
  return true;
}

void RunController::openText(const QString& text, const QString& name) {
  try {
    if (run_.addText(text, name))
      emit opened();
    else
      emit failed(tr("The %1 has no line that the program knows from the output of a run.").arg(name));
  } catch (const FileError& error) {
    emit failed(toQt(error.what()));
  }
}

bool RunController::take(const QString& path, Lines lines) {
  try {
    NamedLog log = read_log(toStd(path), toStd(path));
    if (!isLog(log, path, lines) || !run_.add(std::move(log))) return false;
  } catch (const FileError&) {
    return false;
  }
  settings_.setLastFolder(QFileInfo(path).absolutePath(), FolderOf::logs);
  emit done({});
  emit opened();
  return true;
}

bool RunController::takeProbe(const QString& path) {
  const QString name = QFileInfo(path).fileName();
  try {
    const ProbeFile file = read_probe_file(read_text_file(toStd(path)), toStd(name));
    const PlanDocument document = model_.document();
    const ProbedMachine machine = probed_machine(document, {&file, 1});
    if (machine.keys.empty()) return false;
    model_.proposeDocument(probed_plan(document, machine.keys), {tr("Take what %1 measured").arg(name)});
    settings_.setLastFolder(QFileInfo(path).absolutePath());
    emit done(tr("%1: %2 keys of the machine were taken into this plan; undo takes them back.")
                  .arg(name)
                  .arg(machine.keys.size()));
    return true;
  } catch (const FileError&) {
    return false;
  }
}

void RunController::saveProfile() {
  const QString path =
      dialogs::saveFile(&window_, tr("Save machine profile"),
                        proposedPath(model_, settings_, profile_ending, FolderOf::profiles), profileFilter());
  if (path.isEmpty()) return;
  settings_.setLastFolder(QFileInfo(path).absolutePath(), FolderOf::profiles);
  try {
    write_text_file(toStd(path), write_profile(profile_of(model_.document())));
    PlanDocument document = model_.document();
    document.text.profile = toStd(namedFromPlan(model_, path));
    model_.proposeDocument(document, {tr("Save machine profile")});
    emit done(tr("%1 was written; other plans name it in cluster.profile.").arg(QFileInfo(path).fileName()));
  } catch (const FileError& error) {
    emit failed(sentenceOf(error, path));
  }
}

void RunController::openProfile() {
  const QString path = dialogs::openFile(&window_, tr("Use machine profile"),
                                         settings_.lastFolder(FolderOf::profiles), profileFilter());
  if (path.isEmpty()) return;
  settings_.setLastFolder(QFileInfo(path).absolutePath(), FolderOf::profiles);
  PlanDocument document = model_.document();
  document.text.profile = toStd(namedFromPlan(model_, path));
  try {
    set_profile(document, read_profile(read_text_file(toStd(path))));
    model_.proposeDocument(document, {tr("Use machine profile")});
    emit done(toQt(calibrated_on(document)));
  } catch (const FileError& error) {
    emit failed(sentenceOf(error, path));
  }
}

}  // namespace zp
