// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tutorial/tutorial_maker.h"

#include <QFile>

using namespace Qt::Literals::StringLiterals;

namespace zp {

TutorialMaker::TutorialMaker(QString program, QObject* parent)
    : QObject(parent), program_(std::move(program)) {
  connect(&process_, &QProcess::finished, this, [this](int status) { finish(status); });
  connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) emit failed(process_.errorString());
  });
}

TutorialMaker::~TutorialMaker() {
  process_.disconnect(this);
  if (process_.state() == QProcess::NotRunning) return;
  process_.kill();
  process_.waitForFinished();
}

QString TutorialMaker::folder() const { return place_.filePath(is_dark_ ? u"dark"_s : u"light"_s); }

void TutorialMaker::make(const QString& name, bool is_dark) {
  if (process_.state() != QProcess::NotRunning) {
    if (name == name_ && is_dark == is_dark_) return;
    process_.blockSignals(true);  // a stopped process must not report results
    process_.kill();
    process_.waitForFinished();
    process_.blockSignals(false);
  }
  name_ = name;
  is_dark_ = is_dark;
  if (QFile::exists(folder() + u'/' + name + u".md"_s)) {
    emit ready(name);
    return;
  }
  process_.start(program_,
                 {u"tutorial"_s, name, u"--out"_s, folder(), u"--theme"_s, is_dark ? u"dark"_s : u"light"_s});
  process_.closeWriteChannel();
}

void TutorialMaker::finish(int status) {
  // A tutorial with an untrue statement is still produced; tests report the statement.
  if (status <= 1 && QFile::exists(folder() + u'/' + name_ + u".md"_s))
    emit ready(name_);
  else
    emit failed(QString::fromUtf8(process_.readAllStandardError()).trimmed());
}

}  // namespace zp
