// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "core/write_back/write_back.h"
#include "ui/model/background_work.h"

class QWidget;

namespace zp {

class OpenedImport;
class PlanModel;

/// Writes the plan back to the file from which it was imported: computes the changed lines in the background,
/// shows them, and writes them if the user agrees. Every failure is reported as one sentence by failed().
class WriteBackController : public QObject {
  Q_OBJECT

 public:
  /// `window` is the parent of the dialog.
  WriteBackController(PlanModel& model, OpenedImport& import, QWidget& window);

  /// Starts the computation; a dialog follows.
  void begin();

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);

 private:
  void ask(const WriteBack& written);
  void write(const WriteBack& written);
  /// Writes the changed text to a file that a dialog asks for: the text was pasted, or its file is gone.
  void writeElsewhere(const WriteBack& written);

  PlanModel& model_;
  OpenedImport& import_;
  QWidget& window_;
  BackgroundWork work_;  ///< last member, so that it is destroyed before the members to which it delivers
};

}  // namespace zp
