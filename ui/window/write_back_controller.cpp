// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/write_back_controller.h"

#include <QApplication>
#include <QFileInfo>

#include "core/report/written_back.h"
#include "core/text/backup.h"
#include "core/text/text_file.h"
#include "ui/model/dialogs.h"
#include "ui/model/opened_import.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/window/write_back_dialog.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

WriteBackController::WriteBackController(PlanModel& model, OpenedImport& import, QWidget& window)
    : QObject(&window), model_(model), import_(import), window_(window) {}

void WriteBackController::begin() {
  if (!import_.isOpen() || work_.isBusy()) return;
  QApplication::setOverrideCursor(Qt::BusyCursor);
  work_.begin([this, file = import_.file(), plan = model_.document(),
               presets = model_.presets()](const Watch&) -> std::function<void()> {
    try {
      return [this, written = write_back(file, plan, presets)] {
        QApplication::restoreOverrideCursor();
        ask(written);
      };
    } catch (const FileError& error) {
      return [this, sentence = toQt(error.what())] {
        QApplication::restoreOverrideCursor();
        emit failed(tr("%1: %2").arg(import_.name(), sentence));
      };
    }
  });
}

void WriteBackController::ask(const WriteBack& written) {
  auto* dialog = new WriteBackDialog(import_.name(), toQt(written_back_diff(import_.file(), written)),
                                     toQt(unwritten_text(written)).trimmed(), &window_);
  connect(dialog, &QDialog::accepted, this, [this, written] { write(written); });
  dialog->open();
}

void WriteBackController::writeElsewhere(const WriteBack& written) {
  const QString path = dialogs::saveFile(&window_, tr("Save as"), import_.path(), tr("All files (*)"));
  if (path.isEmpty()) return;
  ImportFile file = written.file;
  file.name = toStd(path);
  try {
    write_text_file(file.name, file.text);
    import_.open(path, file, import_file(file, model_.document(), ModelOrigin::base, model_.presets()));
    emit done(tr("Written to %1").arg(import_.name()));
  } catch (const FileError& error) {
    emit failed(toQt(error.what()));
  }
}

void WriteBackController::write(const WriteBack& written) {
  if (!QFileInfo::exists(import_.path())) return writeElsewhere(written);
  const std::vector<ChangedText> texts = changed_texts(import_.file(), written.file);
  try {
    for (const ChangedText& text : texts)
      if (read_text_file(text.path) != text.before)
        return emit failed(
            tr("%1 was changed by another program since it was read, so nothing was written. Open "
               "it again.")
                .arg(toQt(text.path)));
    QStringList kept;
    for (const ChangedText& text : texts)
      kept << toQt(replace_with_backup(text.path, text.before, text.now));
    const QString path = import_.path();
    import_.open(path, written.file,
                 import_file(written.file, model_.document(), ModelOrigin::base, model_.presets()));
    emit done(tr("Written to %1; as it was before: %2").arg(import_.name(), kept.join(u", "_s)));
  } catch (const FileError& error) {
    emit failed(toQt(error.what()));
  }
}

}  // namespace zp
