// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/notice.h"

namespace zp {

NoticeLevel levelOf(Severity severity) {
  switch (severity) {
    case Severity::refused:
    case Severity::fails_later:
      return NoticeLevel::error;
    case Severity::ignored:
    case Severity::slow:
    case Severity::wasteful:
      return NoticeLevel::warning;
    case Severity::style:
      break;
  }
  return NoticeLevel::info;
}

}  // namespace zp
