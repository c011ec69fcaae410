// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/window_walk.h"

#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QMimeData>
#include <QScrollArea>
#include <QToolButton>
#include <QWhatsThis>
#include <QtTest>

#include "tests/ui/walk/clip_check.h"
#include "tests/ui/walk/hand.h"
#include "tests/ui/walk/report.h"
#include "tests/ui/walk/sample_files.h"
#include "tests/ui/walk/tutorial_walk.h"
#include "ui/inputs/collapsible_group.h"
#include "ui/window/tutorial_help.h"
#include "ui/window/views.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

/// Returns the last part of a path. A menu that stands in two places is filled anew in the second, which
/// deletes what was found in the first.
QString entryOf(const QString& path) { return path.section(u" ▸ "_s, -1); }

constexpr int most_answers = 40;  // the most answers to the dialogs of one action

}  // namespace

WindowWalk::WindowWalk(const QDir& folder, const QString& program, const QString& pictures, Report& report)
    : folder_(folder),
      program_(program),
      report_(report),
      examiner_(report, pictures),
      answerer_(folder, report,
                [this](QWidget& dialog) { examiner_.examine(dialog, in(dialog.windowTitle())); }),
      parts_(report, [this] { clearUp(); }),
      files_(writeSampleFiles(folder)) {}

WindowWalk::~WindowWalk() = default;

QString WindowWalk::in(const QString& what) const { return what + u", "_s + theme_; }

void WindowWalk::walk(ThemeChoice theme) {
  theme_ = theme == ThemeChoice::dark ? u"dark"_s : u"light"_s;
  open(theme);
  walkFresh();
  walkPlanFile();
  walkConfig();
  dropFiles();
  walkTutorials(*window_, report_, examiner_);
  close();
  for (const QString& path : found_)
    if (!triggered_.contains(entryOf(path))) report_.fault(u"action"_s, path + u" could never be given"_s);
}

void WindowWalk::open(ThemeChoice theme) {
  report_.at(u"the window opens"_s);
  settings_ = std::make_unique<Settings>(folder_.filePath(theme_ + u".ini"_s));
  settings_->setTheme(theme);
  settings_->setLastFolder(folder_.path());
  applyTheme(*qApp, theme);
  window_ = std::make_unique<MainWindow>(*settings_);
  window_->tutorialHelp().setProgram(program_);
  window_->showWelcome();
  window_->show();
  isShown(*window_);
  examiner_.examine(*window_, in(u"welcome"_s));
  parts_.pressButtons(*window_);
}

void WindowWalk::walkFresh() {
  QGuiApplication::clipboard()->clear();
  answerer_.setFiles({});
  window_->showView(u"memory"_s);
  walkViews();
  walkGroups();
  walkActions(u"fresh"_s);
}

void WindowWalk::walkPlanFile() {
  report_.at(u"a plan is opened"_s);
  answerer_.setFiles(files_);
  window_->openFile(folder_.filePath(QString::fromUtf16(plan_name)));
  for (const Qt::Key stage : {Qt::Key_1, Qt::Key_2})
    key(*window_, stage, Qt::AltModifier);
  key(*window_, Qt::Key_Z, Qt::ControlModifier);
  QGuiApplication::clipboard()->setText(
      u"torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."_s);
  QFile::remove(files_.front());  // makes one of the recent files missing
  walkActions(u"plan file"_s);
}

void WindowWalk::walkConfig() {
  drop(folder_.filePath(QString::fromUtf16(log_name)));
  drop(folder_.filePath(QString::fromUtf16(config_name)));
  walkViews();
  walkActions(u"ds_config"_s);
}

void WindowWalk::walkActions(const QString& state) {
  QSet<QString> done;
  for (bool is_new = true; is_new;) {
    is_new = false;
    report_.at(in(u"menus, "_s + state));
    for (const FoundAction& found : findActions(*window_, report_)) {
      report_.saw(u"actions"_s, found.path);
      found_.insert(found.path);
      if (done.contains(found.path) || !found.action || !found.action->isEnabled()) continue;
      done.insert(found.path);
      is_new = true;
      trigger(found);
    }
  }
  applyTheme(*qApp, theme_ == u"dark"_s ? ThemeChoice::dark : ThemeChoice::light);  // an action changed it
}

void WindowWalk::trigger(const FoundAction& found) {
  triggered_.insert(entryOf(found.path));
  for (int times = 0; times < most_answers; ++times) {
    report_.at(in(found.path));
    static_cast<void>(answerer_.hasAnswersLeft());
    found.action->trigger();
    clearUp();
    if (!answerer_.hasAnswersLeft() || !found.action || !found.action->isEnabled()) return;
  }
}

void WindowWalk::clearUp() {
  settle();
  // A dialog that opens after work in the background would open on top of what the walk does next.
  constexpr int longest_work = 30'000;  // milliseconds
  const auto is_idle = [] {
    const QCursor* cursor = QApplication::overrideCursor();
    return cursor == nullptr || cursor->shape() == Qt::WhatsThisCursor;
  };
  if (!QTest::qWaitFor(is_idle, longest_work))
    report_.fault(u"stall"_s, u"work in the background does not end"_s);
  settle();
  closePopups();
  if (QWhatsThis::inWhatsThisMode()) QWhatsThis::leaveWhatsThisMode();
  if (is_visiting_) return;
  is_visiting_ = true;
  QList<QPointer<QWidget>> others;
  for (QWidget* other : QApplication::topLevelWidgets())
    others << other;
  for (const QPointer<QWidget>& other : others)
    if (other && other != window_.get() && other->isVisible() && other->inherits("QDialog")) {
      if (other->isModal())
        awaitAnswer(other);
      else
        visit(*other);
    }
  is_visiting_ = false;
  if (!window_->isVisible()) {
    window_->show();
    isShown(*window_);
  }
}

/// Waits until the answerer has examined and closed a modal dialog, which it does for one that opens late
/// too.
void WindowWalk::awaitAnswer(const QPointer<QWidget>& dialog) {
  constexpr int patience = 30'000;  // milliseconds
  if (!QTest::qWaitFor([&dialog] { return !dialog || !dialog->isVisible(); }, patience))
    report_.fault(u"dialog"_s, u"%1 stays open"_s.arg(nameOf(*dialog)));
}

void WindowWalk::visit(QWidget& dialog) {
  const QPointer<QWidget> kept = &dialog;
  const QString name = dialog.objectName().isEmpty() ? dialog.windowTitle() : dialog.objectName();
  isShown(dialog);
  if (!visited_.contains(in(name))) {
    visited_.insert(in(name));
    report_.saw(u"dialogs"_s, name);
    examiner_.examine(dialog, in(name));
    if (kept) parts_.openContextMenus(dialog);
    if (kept) parts_.pressButtons(dialog);
  }
  if (kept && kept->isVisible()) key(dialog, Qt::Key_Escape);
  if (kept && kept->isVisible()) dialog.close();
  settle();
}

void WindowWalk::walkViews() {
  for (int i = 0; const ViewRow& view : views()) {
    key(*window_, static_cast<Qt::Key>(Qt::Key_1 + i++), Qt::ControlModifier);
    const QString name = in(u"view "_s + view.id);
    report_.saw(u"views"_s, view.id);
    examiner_.examine(*window_, name);
    parts_.openContextMenus(*window_);
    parts_.pressButtons(*window_);
    window_->showView(view.id);
  }
}

void WindowWalk::walkGroups() {
  const auto press = [](const CollapsibleGroup& group) {
    auto* header = group.findChild<QToolButton*>(u"header"_s);
    for (QWidget* above = header->parentWidget(); above != nullptr; above = above->parentWidget())
      if (auto* area = qobject_cast<QScrollArea*>(above)) area->ensureWidgetVisible(header);
    settle();
    click(*header);
  };
  const auto titleOf = [](const CollapsibleGroup& group) {
    return group.findChild<QToolButton*>(u"header"_s)->text();
  };
  for (const bool stays : {false, true})
    for (auto* group : window_->findChildren<CollapsibleGroup*>()) {
      const QString name =
          in(u"group “%1”%2"_s.arg(titleOf(*group), stays ? u" with those above"_s : QString()));
      report_.at(name);
      report_.saw(u"groups"_s, titleOf(*group));
      if (!group->isExpanded()) press(*group);
      if (!group->isExpanded()) report_.fault(u"group"_s, titleOf(*group) + u" does not open"_s);
      examiner_.takePicture(*window_, name);
      checkClipping(*window_, report_);
      examiner_.examineFocus(*window_, name);
      parts_.openContextMenus(*window_);
      if (!stays) press(*group);
    }
}

void WindowWalk::drop(const QString& file) {
  report_.at(u"%1 is dropped"_s.arg(QFileInfo(file).fileName()));
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(file)});
  const QPoint at = window_->rect().center();
  QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(window_.get(), &enter);
  if (!enter.isAccepted()) return report_.fault(u"drop"_s, file + u" is not taken"_s);
  QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, {});
  QCoreApplication::sendEvent(window_.get(), &event);
  settle();
}

void WindowWalk::dropFiles() {
  for (const QString& file : files_) {
    drop(file);
    report_.saw(u"dropped files"_s, QFileInfo(file).fileName());
    examiner_.takePicture(*window_, in(u"dropped "_s + QFileInfo(file).fileName()));
    checkClipping(*window_, report_);
    clearUp();
  }
}

/// Closes the window with every answer to the question about unsaved changes.
void WindowWalk::close() {
  key(*window_, Qt::Key_1, Qt::AltModifier);
  key(*window_, Qt::Key_2, Qt::AltModifier);
  for (int times = 0; times < most_answers; ++times) {
    report_.at(in(u"the window closes"_s));
    window_->close();
    settle();
    if (!window_->isVisible() && !answerer_.hasAnswersLeft()) break;
  }
  if (window_->isVisible()) report_.fault(u"close"_s, u"the window does not close"_s);
  window_.reset();
  settle();
}

}  // namespace zp::walk
