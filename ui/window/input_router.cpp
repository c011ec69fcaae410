// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/input_router.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

#include "core/plan_file/plan_link.h"
#include "ui/inputs/number_spin.h"
#include "ui/model/text.h"
#include "ui/window/file_controller.h"
#include "ui/window/run_controller.h"

namespace zp {
namespace {

constexpr int longest_value = 80;  // characters; longer than any value of the window's fields

/// Returns true for plain text, for instance copied from a log; false for files and links, which also have a
/// text form.
bool isText(const QMimeData& data) { return data.hasText() && !data.hasUrls(); }

QStringList filesIn(const QMimeData& data) {
  QStringList files;
  for (const QUrl& url : data.urls())
    if (const QString file = url.toLocalFile(); !file.isEmpty()) files << file;
  return files;
}

}  // namespace

InputRouter::InputRouter(FileController& files, RunController& runs, QObject* parent)
    : QObject(parent), files_(files), runs_(runs) {
  qApp->installEventFilter(this);
}

bool InputRouter::isForWindow(const QString& text) {
  return text.trimmed().contains(u'\n') || text.size() > longest_value;
}

bool InputRouter::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride ||
      !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Paste))
    return false;
  const auto* widget = qobject_cast<QWidget*>(watched);
  if (widget == nullptr || widget->window() != parent()) return false;
  const bool takes_lines = widget->inherits("QPlainTextEdit") || widget->inherits("QTextEdit");
  const QString text = QGuiApplication::clipboard()->text();
  const auto* number = qobject_cast<const NumberSpin*>(widget);
  const bool is_no_number = number != nullptr && !text.trimmed().isEmpty() && !number->canTake(text);
  if (takes_lines || !(isForWindow(text) || is_no_number)) return false;
  event->ignore();  // the field would paste it; now the window's own Ctrl+V gets it
  return true;
}

bool InputRouter::canTake(const QMimeData& data) { return isText(data) || !filesIn(data).isEmpty(); }

void InputRouter::drop(const QMimeData& data) {
  if (isText(data)) takeText(data.text(), tr("dropped text"));
  for (const QString& file : filesIn(data))
    files_.open(file);
}

void InputRouter::paste() {
  const QString text = QGuiApplication::clipboard()->text();
  if (text.trimmed().isEmpty())
    emit failed(tr(
        "There is no text on the clipboard: copy a plan or its link, a script or a configuration, a log, or "
        "a message that memory ran out."));
  else
    takeText(text, tr("pasted text"));
}

void InputRouter::takeText(const QString& text, const QString& name) {
  if (plan_link_in(toStd(text)))
    files_.openLink(text);
  else if (!runs_.takeText(text, name) && !files_.openText(text))
    runs_.openText(text, name);
}

bool InputRouter::openUrl(const QString& text) {
  if (is_plan_link(toStd(text))) return files_.openLink(text);
  const QUrl url(text);
  return files_.open(url.isLocalFile() ? url.toLocalFile() : text);
}

}  // namespace zp
