// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/recovery.h"

#include <QFileInfo>
#include <QLocale>
#include <QStringList>
#include <optional>
#include <utility>

#include "core/plan_file/plan_file.h"
#include "core/settings/changed_keys.h"
#include "core/text/text_file.h"
#include "ui/model/dialogs.h"
#include "ui/model/text.h"
#include "ui/window/main_window.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// The delay before unsaved work is saved: long enough not to write at every slider tick, short enough to
/// lose little.
constexpr int until_kept = 2'000;  // ms

std::optional<PlanDocument> planIn(const QString& text, const Catalog& presets) {
  try {
    return read_plan(toStd(text), presets);
  } catch (const FileError&) {
    return std::nullopt;
  }
}

/// Returns the plan in the plan's file, or the one that a new window opens with.
PlanDocument savedPlan(const QString& path, const Catalog& presets) {
  try {
    if (!path.isEmpty()) return PlanModel::read(path, presets).document;
  } catch (const FileError&) {
    // the file is missing or no longer contains a plan
  }
  return example_plan();
}

QString nameOf(const QString& path) {
  return path.isEmpty() ? Recovery::tr("a plan without a file") : QFileInfo(path).fileName();
}

/// Returns the changes as text: "zero.stage 2 → 3, training.micro_batch_size 1 → 4 and 2 more".
QString changesOf(const PlanDocument& from, const PlanDocument& to) {
  constexpr std::size_t most = 4;
  const std::vector<DifferingKey> keys = differing_keys(from, to);
  QStringList changes;
  for (const DifferingKey& key : keys)
    if (static_cast<std::size_t>(changes.size()) < most)
      changes << toQt(key.path + ' ' + key.before + " → " + key.after);
  QString text = changes.join(u", ");
  if (keys.size() > most) text += Recovery::tr(" and %1 more").arg(keys.size() - most);
  return text;
}

QString offerOf(const RecoveryStore::UnsavedWork& left, const Catalog& presets) {
  const Unsaved& unsaved = left.unsaved;
  QStringList parts;
  if (const auto plan = planIn(unsaved.plan, presets))
    parts << Recovery::tr("%1, with %2")
                 .arg(nameOf(unsaved.plan_file), changesOf(savedPlan(unsaved.plan_file, presets), *plan));
  if (!unsaved.config.isEmpty()) parts << Recovery::tr("the text of %1").arg(nameOf(unsaved.config_file));
  return Recovery::tr("A window ended without being closed. Unsaved since %1: %2.")
      .arg(QLocale().toString(left.when, QLocale::ShortFormat), parts.join(Recovery::tr("; ")));
}

}  // namespace

Recovery::Recovery(MainWindow& window, const QString& folder)
    : QObject(&window), window_(window), store_(folder) {
  soon_.setSingleShot(true);
  soon_.setInterval(until_kept);
  connect(&soon_, &QTimer::timeout, this, &Recovery::keepNow);
  connect(&window.model(), &PlanModel::changed, this, &Recovery::keepSoon);
  connect(&window.model(), &PlanModel::fileChanged, this, &Recovery::keepSoon);
  connect(&window.openedConfig(), &OpenedConfig::checked, this, &Recovery::keepSoon);
  connect(&window.openedConfig(), &OpenedConfig::closed, this, &Recovery::keepSoon);
}

void Recovery::keepSoon() {
  if (!soon_.isActive()) soon_.start();  // restarting the timer at each change could postpone saving forever
}

void Recovery::keepNow() {
  soon_.stop();
  try {
    store_.keep(unsaved());
    told_.clear();
  } catch (const FileError& error) {
    const QString sentence = tr("Unsaved changes would not outlive a crash: %1").arg(toQt(error.what()));
    if (std::exchange(told_, sentence) != sentence) emit failed(sentence);
  }
}

void Recovery::forget() {
  soon_.stop();
  store_.forget();
}

Unsaved Recovery::unsaved() const {
  Unsaved unsaved;
  if (const PlanModel& model = window_.model(); model.isModified()) {
    unsaved.plan = toQt(write_plan(model.document()));
    unsaved.plan_file = model.filePath();
  }
  if (const OpenedConfig& config = window_.openedConfig(); config.isOpen() && config.isModified()) {
    unsaved.config = config.text();
    unsaved.config_file = config.path();
  }
  return unsaved;
}

void Recovery::offerLeft() {
  while (const std::optional<RecoveryStore::UnsavedWork> left = store_.takeLeft()) {
    const dialogs::RestoreAnswer answer =
        dialogs::askRestore(&window_, offerOf(*left, window_.model().presets()));
    if (answer == dialogs::RestoreAnswer::later) return;
    if (answer == dialogs::RestoreAnswer::restore) {
      restore(left->unsaved);
      keepNow();
    }
    left->discard();
    if (answer == dialogs::RestoreAnswer::restore) return;
  }
}

void Recovery::restore(const Unsaved& unsaved) {
  if (!unsaved.config.isEmpty()) {
    std::string bytes = toStd(unsaved.config);
    try {
      bytes = read_text_file(toStd(unsaved.config_file));
    } catch (const FileError&) {
      // the file is missing; only the unsaved text remains
    }
    window_.openedConfig().open(unsaved.config_file, bytes);
    window_.openedConfig().setText(unsaved.config);
  }
  if (const auto plan = planIn(unsaved.plan, window_.model().presets())) {
    if (QFileInfo::exists(unsaved.plan_file)) window_.openFile(unsaved.plan_file);
    window_.model().proposeDocument(*plan, {tr("Restore unsaved changes")});
  }
}

}  // namespace zp
