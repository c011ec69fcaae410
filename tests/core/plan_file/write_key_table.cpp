// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <exception>

#include "core/text/text_file.h"
#include "tests/core/plan_file/key_table.h"
#include "tests/support/marked_section.h"

/// Writes the table of the keys of a plan file into docs/plan-file.md, for the build target `plan-keys`.
int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: zp_write_key_table docs/plan-file.md\n", stderr);
    return 2;
  }
  try {
    const std::string page = zp::read_text_file(argv[1]);
    zp::write_text_file(argv[1],
                        zp::test::with_section(page, zp::test::key_table_name, zp::test::key_table()));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[1], error.what());
    return 1;
  }
}
