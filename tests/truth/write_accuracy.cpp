// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdio>
#include <exception>
#include <string>

#include "core/plan_file/plan_file.h"
#include "core/text/text_file.h"
#include "tests/truth/published/accuracy_tables.h"
#include "tests/truth/published/readme_table.h"
#include "tests/truth/published/speed_tables.h"

/// Writes the tables of Help ▸ How right is this, and the table of the README: `cmake --build
/// build --target accuracy`.
int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: write_accuracy FOLDER README\n", stderr);
    return 2;
  }
  try {
    const auto write = [&](const std::string& name, const zp::Accuracy& accuracy) {
      zp::write_text_file(std::string(argv[1]) + "/" + name, zp::test::write_accuracy(accuracy));
      for (const zp::AccuracyTable& table : accuracy.tables)
        std::puts((zp::test::summary(table, 100) + "\n    " + table.note).c_str());
    };
    zp::Accuracy all = zp::test::memory_accuracy();
    write("memory.json", all);
    const zp::Accuracy speed = zp::test::speed_accuracy();
    write("speed.json", speed);
    all.tables.insert(all.tables.end(), speed.tables.begin(), speed.tables.end());
    zp::write_text_file(argv[2],
                        zp::test::with_table(zp::read_text_file(argv[2]), zp::test::readme_table(all)));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
