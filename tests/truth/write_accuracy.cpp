// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iterator>
#include <string>

#include "core/plan_file/plan_file.h"
#include "core/text/text_file.h"
#include "tests/truth/published/accuracy_page.h"
#include "tests/truth/published/accuracy_tables.h"
#include "tests/truth/published/blind_tables.h"
#include "tests/truth/published/memory_residuals.h"
#include "tests/truth/published/speed_tables.h"
#include "tests/truth/published/time_residuals.h"

namespace {

void rewrite(const std::string& path, const std::string& text) {
  zp::write_text_file(path, zp::test::with_accuracy(zp::read_text_file(path), text));
}

}  // namespace

/// Writes the tables of Help ▸ How right is this, of the README and of docs/accuracy.md: `cmake --build
/// build --target accuracy`.
int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: write_accuracy SOURCE_FOLDER\n", stderr);
    return 2;
  }
  try {
    const std::string source = argv[1];
    // The factors are compiled in: the tables show new ones after the next build and run.
    zp::write_text_file(source + "/core/speed/time_factors.inc", zp::test::time_factors());
    zp::write_text_file(source + "/core/memory/peak_factors.inc", zp::test::peak_factors_text());
    zp::Accuracy all;
    const auto write = [&](const std::string& name, const zp::Accuracy& accuracy) {
      zp::write_text_file(source + "/resources/accuracy/" + name, zp::test::write_accuracy(accuracy));
      for (const zp::AccuracyTable& table : accuracy.tables)
        std::puts((zp::test::summary(table, 100) + "\n    " + table.note).c_str());
    };
    write("blind.json", zp::test::blind_accuracy());
    write("memory.json", zp::test::memory_accuracy());
    write("speed.json", zp::test::speed_accuracy());
    for (const char* name : {"blind.json", "memory.json", "speed.json"}) {
      zp::Accuracy one = zp::read_accuracy(zp::read_text_file(source + "/resources/accuracy/" + name));
      std::ranges::move(one.tables, std::back_inserter(all.tables));
      std::ranges::move(one.grids, std::back_inserter(all.grids));
      std::ranges::move(one.estimators, std::back_inserter(all.estimators));
      std::ranges::move(one.left_out, std::back_inserter(all.left_out));
    }
    rewrite(source + "/README.md", zp::test::readme_table(all));
    rewrite(source + "/docs/accuracy.md", zp::test::accuracy_page(all));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
