// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdio>
#include <exception>
#include <string>

#include "core/plan/plan_file.h"
#include "core/text/text_file.h"
#include "tests/truth/published/accuracy_tables.h"
#include "tests/truth/published/speed_tables.h"

/// Writes the tables of Help ▸ How right is this: `cmake --build build --target accuracy`.
int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: write_accuracy FOLDER\n", stderr);
    return 2;
  }
  try {
    const auto write = [&](const std::string& name, const zp::Accuracy& accuracy) {
      zp::write_text_file(std::string(argv[1]) + "/" + name, zp::test::write_accuracy(accuracy));
      for (const zp::AccuracyTable& table : accuracy.tables)
        std::puts((zp::test::summary(table, 100) + "\n    " + table.note).c_str());
    };
    write("memory.json", zp::test::memory_accuracy());
    write("speed.json", zp::test::speed_accuracy());
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
