// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/version.h"

namespace zp {

std::string_view program_version() { return ZP_VERSION; }

std::string version_text() {
  std::string text = ZP_VERSION;
  if (!program_commit.empty())
    text += " (" + std::string(program_commit) + ", " + std::string(program_date) + ')';
  return text;
}

}  // namespace zp
