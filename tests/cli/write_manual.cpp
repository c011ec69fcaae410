// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <exception>

#include "tests/cli/manual_examples.h"
#include "tests/cli/program.h"

/// Writes the options and the outputs of docs/commands.md anew, for the build target `manual`.
int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: zp_write_manual docs/commands.md\n", stderr);
    return 2;
  }
  try {
    zp::test::write_file(QString::fromLocal8Bit(argv[1]), zp::test::manual_now());
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
