// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QUrl>

namespace zp::walk {

class Report;

/// Notes the web pages and folders that the program would open in other programs.
class UrlCatcher : public QObject {
  Q_OBJECT

 public:
  explicit UrlCatcher(Report& report);
  ~UrlCatcher() override;

 public slots:
  void note(const QUrl& url);

 private:
  Report& report_;
};

}  // namespace zp::walk
