// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

namespace zp::walk {

class Report;

/// Reports every warning and error of Qt as a fault while this object exists. There is no list of warnings
/// that are allowed. Only one catcher may exist at a time.
class WarningCatcher {
 public:
  explicit WarningCatcher(Report& report);
  ~WarningCatcher();
  WarningCatcher(const WarningCatcher&) = delete;
  WarningCatcher& operator=(const WarningCatcher&) = delete;

 private:
  QtMessageHandler before_;
};

}  // namespace zp::walk
