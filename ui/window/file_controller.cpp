// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_controller.h"

#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QWidget>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "core/exported/exported_folder.h"
#include "core/import/import.h"
#include "core/plan/finding.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_link.h"
#include "core/report/saved_plan.h"
#include "core/text/text_file.h"
#include "ui/model/dialogs.h"
#include "ui/model/in_time.h"
#include "ui/model/opened_config.h"
#include "ui/model/opened_import.h"
#include "ui/model/plan_model.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/window/file_names.h"
#include "ui/window/model_question.h"
#include "ui/window/run_controller.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString configFilter() { return FileController::tr("Configurations (*.json);;All files (*)"); }

QString planFilter() {
  return FileController::tr(
      "Plans and configurations (*.zplan.json *.json *.yaml *.yml *.toml *.py *.ipynb *.sbatch *.slurm "
      "*.sh);;All files (*)");
}

QString savedPlanFilter() { return FileController::tr("Plans (*.zplan.json);;All files (*)"); }

constexpr std::chrono::seconds longest_wait{2};  // a reachable drive answers within milliseconds

/// Returns false if the file, or a file in the folder, does not respond within a moment: an unreachable
/// network drive, a pipe without a writer. An immediate error counts as a response.
bool answers(const std::string& path) {
  return in_time<bool>(longest_wait,
                       [path] {
                         try {
                           std::error_code error;
                           if (!std::filesystem::is_directory(path, error)) (void)read_text_file(path);
                           for (const auto& entry : std::filesystem::directory_iterator(path, error))
                             (void)entry.file_size(error);
                         } catch (const std::exception&) {  // reported when it is opened
                         }
                         return true;
                       })
      .has_value();
}

/// Returns true if the file is of a kind that import knows, readable or not; import reports its errors.
bool isOfOthers(const QString& path) {
  try {
    (void)kind_of_import(read_text_file(toStd(path)));
    return true;
  } catch (const FileError&) {
    return false;
  }
}

/// Returns the message after a file was read: its name and kind, then one line per note on what it states,
/// what comes from the plan, and what is a default. Notes that a ds_config names no model or cluster are
/// omitted, because none does.
QString sentenceOf(const Imported& found, const QString& name) {
  QString sentence = FileController::tr("%1 was read into this plan as %2; undo takes it back.")
                         .arg(name, toQt(name_of(found.kind)));
  for (const Finding& note : found.notes)
    if (found.kind != ImportKind::ds_config || note.code != "of_the_plan")
      sentence += u"\n• "_s + toQt(note.message);
  return sentence;
}

}  // namespace

FileController::FileController(PlanModel& model, OpenedConfig& config, OpenedImport& import,
                               RunController& runs, Settings& settings, QWidget& window)
    : QObject(&window),
      model_(model),
      config_(config),
      import_(import),
      runs_(runs),
      settings_(settings),
      window_(window) {
  connect(&plan_file_, &WatchedFile::changed, this,
          [this] { noticeChange(model_.isModified(), displayNameOf(model_), &FileController::reloadPlan); });
  connect(&model_, &PlanModel::fileChanged, this, [this] {
    if (std::exchange(watched_plan_, model_.filePath()) != watched_plan_) plan_file_.follow(watched_plan_);
  });
  // Its values would be written back into a file that they have nothing to do with.
  connect(&model_, &PlanModel::replaced, &import_, &OpenedImport::close);
  connect(&config_file_, &WatchedFile::changed, this, [this] {
    if (config_.isOpen()) noticeChange(config_.isModified(), config_.name(), &FileController::reloadConfig);
  });
  connect(&config_, &OpenedConfig::opened, this,
          [this] { config_file_.follow(is_config_pasted_ ? QString() : config_.path()); });
}

bool FileController::newPlan(const PlanDocument& document) {
  if (!mayDiscardAll()) return false;
  model_.reset(document, {});
  import_.close();
  config_.close();
  plan_file_.follow({});
  emit planBegun();
  return true;
}

void FileController::noticeChange(bool is_modified, const QString& name, Reload reload) {
  if (!is_modified) return (this->*reload)();
  emit offered(tr("%1 was changed by another program. Saving will ask which of the two counts.").arg(name),
               tr("Take the file's"), [this, reload] { (this->*reload)(); });
}

bool FileController::mayReplace(const WatchedFile& file, const QString& name, Reload reload) {
  if (!file.differs()) return true;
  const dialogs::OnDisk answer = dialogs::askChanged(&window_, name);
  if (answer == dialogs::OnDisk::reload) (this->*reload)();
  return answer == dialogs::OnDisk::overwrite;
}

void FileController::reloadPlan() {
  const QString path = model_.filePath();
  try {
    const PlanFile file = PlanModel::read(path, model_.presets());
    model_.takeFromFile(file.document, {tr("Read %1 again").arg(displayNameOf(model_))});
    plan_file_.follow(path);
    QString sentence =
        tr("%1 was changed by another program and read again; undo brings the former plan back.")
            .arg(displayNameOf(model_));
    if (const QString note = noteOn(file); !note.isEmpty()) sentence += u' ' + note;
    emit imported(sentence);
  } catch (const FileError& error) {
    emit failed(sentenceOf(error, path));
  }
}

void FileController::reloadConfig() {
  const QString path = config_.path();
  try {
    showConfig(path, read_text_file(toStd(path)));
    emit imported(tr("%1 was changed by another program and read again.").arg(config_.name()));
  } catch (const FileError& error) {
    emit failed(sentenceOf(error, path));
  }
}

void FileController::openWithDialog() {
  const QString path = dialogs::openFile(&window_, tr("Open plan"), settings_.lastFolder(), planFilter());
  if (!path.isEmpty()) open(path);
}

bool FileController::open(const QString& path) {
  if (!answers(toStd(path))) {
    emit failed(
        tr("%1 does not answer: its drive may be out of reach, or it is a pipe. Open it again when the "
           "drive is back, or give a file.")
            .arg(QDir::toNativeSeparators(path)));
    return false;
  }
  PlanFile file;
  try {
    file = PlanModel::read(path, model_.presets());
  } catch (const FileError& error) {
    if (isStructured(path) && (runs_.takeProbe(path) || runs_.take(path))) return true;
    const bool may_be_log = !isStructured(path) && !isOfOthers(path);
    // A log may begin with the command of the run, which an import would read.
    if (may_be_log && runs_.take(path, RunController::Lines::of_a_run)) return true;
    const std::optional<QString> problem = importFrom(path);
    if (!problem) return true;
    if (may_be_log && (runs_.take(path) || runs_.takeProbe(path))) return true;
    if (!showUnreadable(path, *problem)) emit failed(isOfOthers(path) ? *problem : sentenceOf(error, path));
    return false;
  }
  if (!mayDiscard()) return false;  // ask only if there is something to open instead
  model_.reset(file.document, path);
  import_.close();
  plan_file_.follow(path);
  emit planBegun();
  settings_.setLastFolder(QFileInfo(path).absolutePath());
  rememberFile(path);
  emit done({});
  if (const QString note = noteOn(file); !note.isEmpty()) emit imported(note);
  return true;
}

QString FileController::noteOn(const PlanFile& file) const {
  const Evaluation& now = model_.results().evaluation;
  if (!file.saved || !now.is_usable) return file.note;
  const std::optional<SinceSaved> since = since_saved(*file.saved, now.document.plan, now.figures);
  return since ? QString(file.note + u' ' + toQt(since->sentence)).trimmed() : file.note;
}

bool FileController::openLink(const QString& text) {
  try {
    const PlanDocument document =
        read_plan(text_of_link(plan_link_in(toStd(text)).value_or("")), model_.presets());
    model_.replaceDocument(document, {tr("Open a link")});
    emit planBegun();
    emit imported(tr("This is the plan of the link; undo takes it back."));
    return true;
  } catch (const FileError& error) {
    emit failed(toQt(error.what()));
    return false;
  }
}

bool FileController::showUnreadable(const QString& path, const QString& error) {
  try {
    const std::string text = read_text_file(toStd(path));
    if (!may_be_ds_config(text)) return false;
    if (!mayDiscardConfig()) return true;
    showConfig(path, text);
    rememberFile(path);
    emit configOpened();
    emit unreadable(tr("%1 cannot be read into the plan yet; its problems are shown at its lines. %2")
                        .arg(config_.name(), error));
    return true;
  } catch (const FileError&) {
    return false;
  }
}

std::optional<QString> FileController::importFrom(const QString& path) {
  try {
    const QString name = QFileInfo(path).fileName();
    const std::optional<ExportedFolder> folder = exported_folder(toStd(path), model_.presets());
    const ImportFile file = folder ? folder->file : read_import_file(toStd(path));
    const std::optional<Imported> read =
        folder ? folder->imported : importAsking(window_, file, name, model_.document(), model_.presets());
    if (!read) return std::nullopt;
    importRead(path, file, *read);
    return std::nullopt;
  } catch (const FileError& error) {
    return sentenceOf(error, path);
  }
}

void FileController::importRead(const QString& path, const ImportFile& file, const Imported& found,
                                bool is_pasted) {
  const QString name = QFileInfo(path).fileName();
  const bool is_config = found.kind == ImportKind::ds_config;
  const bool is_for_older =
      std::ranges::find(found.notes, "older_deepspeed", &Finding::code) != found.notes.end();
  if (is_config && is_for_older)  // opened with its problems, which can be fixed there
    throw FileError("", "DeepSpeed " + name_of(model_.plan().target.deepspeed_version) + " refuses it.");
  if (is_config && !mayDiscardConfig()) return;
  const UndoLabel label{tr("Import %1").arg(name)};
  // A ds_config.json changes the plan's settings; any other file describes a run of its own.
  if (is_config)
    model_.proposeDocument(found.document, label);
  else
    model_.replaceDocument(found.document, label);
  import_.open(path, file, found);
  if (is_config) {
    showConfig(path, file.text, is_pasted);
    emit configOpened();
  } else {
    emit planBegun();
  }
  if (!is_pasted) rememberFile(path);
  emit fileRead(sentenceOf(found, name));
}

bool FileController::openText(const QString& text) {
  const std::string bytes = toStd(text);
  if (openPlanText(bytes)) return true;
  const bool is_object = text.trimmed().startsWith(u'{') && text.trimmed().endsWith(u'}');
  const bool is_config = is_object && may_be_ds_config(bytes);
  const QString name = is_config ? tr("pasted") + u".ds_config.json"_s : tr("pasted text");
  const QString path = QDir(settings_.lastFolder()).filePath(name);
  const ImportFile file{bytes, {}, {}};
  try {
    if (const std::optional<Imported> read =
            importAsking(window_, file, name, model_.document(), model_.presets()))
      importRead(path, file, *read, true);
    return true;
  } catch (const FileError& error) {
    if (!is_config) return false;
    if (!mayDiscardConfig()) return true;
    showConfig(path, bytes, true);
    emit configOpened();
    emit unreadable(
        tr("The pasted ds_config.json cannot be read into the plan yet; its problems stand beside "
           "its lines. %1")
            .arg(sentenceOf(error, path)));
  }
  return true;
}

bool FileController::openPlanText(const std::string& text) {
  try {
    model_.replaceDocument(read_plan(text, model_.presets()), {tr("Paste a plan")});
  } catch (const FileError&) {
    return false;
  }
  emit imported(tr("This is the pasted plan; undo takes it back."));
  return true;
}

void FileController::showConfig(const QString& path, const std::string& bytes, bool is_pasted) {
  is_config_pasted_ = is_pasted;
  config_.open(path, bytes);
}

void FileController::rememberFile(const QString& path) {
  settings_.addRecentFile(path);
  emit recentFilesChanged();
}

void FileController::readConfig() {
  try {
    const ImportFile file{config_.bytes(), {}, {}};
    const Imported found = import_file(file, model_.document(), ModelOrigin::file, model_.presets());
    model_.proposeDocument(found.document, {tr("Import %1").arg(config_.name())});
    import_.open(config_.path(), file, found);
    const QString sentence = sentenceOf(found, config_.name());
    if (sentence.contains(u'\n'))
      emit fileRead(sentence);
    else
      emit done(sentence);
  } catch (const FileError& error) {
    emit unreadable(sentenceOf(error, config_.path()));
  }
}

bool FileController::saveConfig() {
  return is_config_pasted_ ? saveConfigAs() : saveConfigTo(config_.path());
}

bool FileController::saveConfigAs() {
  const QString path = dialogs::saveFile(&window_, tr("Save as"), config_.path(), configFilter());
  return !path.isEmpty() && saveConfigTo(path);
}

bool FileController::saveConfigTo(const QString& path) {
  if (!is_config_pasted_ && path == config_.path() &&
      !mayReplace(config_file_, config_.name(), &FileController::reloadConfig))
    return false;
  try {
    write_text_file(toStd(path), config_.bytes());
    config_file_.follow(path);
    is_config_pasted_ = false;
  } catch (const FileError& error) {
    emit failed(sentenceOf(error, path));
    return false;
  }
  config_.setSaved(path);
  rememberFile(path);
  emit done(tr("Saved %1").arg(QDir::toNativeSeparators(path)));
  return true;
}

void FileController::copyConfig() {
  QGuiApplication::clipboard()->setText(config_.text());
  emit done(tr("Copied %1").arg(config_.name()));
}

void FileController::closeConfig() {
  if (mayDiscardConfig()) config_.close();
}

bool FileController::mayDiscardConfig() {
  if (!config_.isOpen() || !config_.isModified()) return true;
  switch (dialogs::askUnsaved(&window_, config_.name())) {
    case dialogs::Answer::save:
      return saveConfig();
    case dialogs::Answer::discard:
      return true;
    case dialogs::Answer::cancel:
      break;
  }
  return false;
}

bool FileController::save() { return model_.filePath().isEmpty() ? saveAs() : saveTo(model_.filePath()); }

bool FileController::saveAs() {
  const QString path =
      dialogs::saveFile(&window_, tr("Save plan"),
                        proposedPath(model_, settings_, plan_ending, FolderOf::plans), savedPlanFilter());
  return !path.isEmpty() && saveTo(path);
}

bool FileController::saveTo(const QString& path) {
  if (path == model_.filePath() &&
      !mayReplace(plan_file_, displayNameOf(model_), &FileController::reloadPlan))
    return false;
  try {
    model_.save(path);
    plan_file_.follow(path);
  } catch (const FileError& error) {
    emit failed(sentenceOf(error, path));
    return false;
  }
  settings_.setLastFolder(QFileInfo(path).absolutePath());
  rememberFile(path);
  emit done(tr("Saved %1").arg(QDir::toNativeSeparators(path)));
  return true;
}

bool FileController::mayDiscardAll() {
  const bool has_config = config_.isOpen() && config_.isModified();
  if (!has_config) return mayDiscard();
  if (!model_.isModified()) return mayDiscardConfig();
  switch (dialogs::askUnsaved(&window_, tr("%1 and %2").arg(displayNameOf(model_), config_.name()))) {
    case dialogs::Answer::save:
      return saveConfig() && save();
    case dialogs::Answer::discard:
      return true;
    case dialogs::Answer::cancel:
      break;
  }
  return false;
}

bool FileController::mayDiscard() {
  if (!model_.isModified()) return true;
  switch (dialogs::askUnsaved(&window_, displayNameOf(model_))) {
    case dialogs::Answer::save:
      return save();
    case dialogs::Answer::discard:
      return true;
    case dialogs::Answer::cancel:
      break;
  }
  return false;
}

}  // namespace zp
