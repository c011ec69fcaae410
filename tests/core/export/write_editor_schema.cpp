// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdio>

#include "core/export/editor_schema.h"
#include "core/plan_file/plan_file.h"
#include "core/text/text_file.h"

/// Writes the JSON Schema that is installed: `cmake --build build --target editor_schema`.
int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: write_editor_schema FILE\n", stderr);
    return 2;
  }
  try {
    zp::write_text_file(argv[1], zp::editor_schema());
    return 0;
  } catch (const zp::FileError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
