// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/export/bundle.h"

namespace zp::app {

struct WrittenFiles {
  std::vector<std::string> paths;     ///< all, in the order given
  std::vector<std::string> replaced;  ///< those that were there before
};

/// Writes `files` into `folder`, which is made where it is missing: all of them or none. They are written to
/// a folder beside their place first and moved there when all are whole. Throws InputError with the reason;
/// then what was in `folder` is as before.
WrittenFiles write_files(const std::string& folder, const std::vector<ExportFile>& files);

}  // namespace zp::app
