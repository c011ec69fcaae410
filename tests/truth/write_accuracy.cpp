// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdio>
#include <exception>

#include "core/plan/plan_file.h"
#include "tests/truth/published/accuracy_tables.h"

/// Writes the table of Help ▸ How right is this: `cmake --build build --target accuracy`.
int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: write_accuracy FILE\n", stderr);
    return 2;
  }
  try {
    const zp::Accuracy accuracy = zp::test::memory_accuracy();
    zp::write_text_file(argv[1], zp::test::write_accuracy(accuracy));
    for (const zp::AccuracyTable& table : accuracy.tables)
      std::puts(zp::test::summary(table, 100).c_str());
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
