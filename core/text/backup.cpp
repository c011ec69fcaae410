// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/text/backup.h"

#include <filesystem>

#include "core/text/text_file.h"

namespace zp {

std::string replace_with_backup(const std::string& path, const std::string& before, const std::string& text) {
  std::string kept = path + ".bak";
  std::error_code none;
  for (int number = 2; std::filesystem::exists(kept, none); ++number)
    kept = path + ".bak" + std::to_string(number);
  write_text_file(kept, before);
  write_text_file(path, text);
  return kept;
}

}  // namespace zp
