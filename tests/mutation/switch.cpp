// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/switch.h"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace zp::mutation {

int active = 0;

namespace {

std::array<bool, 1 << 17> reached;

/// Writes the numbers of the mutants that were reached, one per line.
void write_reached() {
  std::FILE* file = std::fopen(std::getenv("ZP_MUTANTS_REACHED"), "w");
  for (std::size_t mutant = 0; mutant < reached.size(); ++mutant)
    if (reached[mutant]) std::fprintf(file, "%zu\n", mutant);
  std::fclose(file);
}

/// Chooses the mutant before every other initialisation, because the tables of the rooms are made then.
__attribute__((constructor(101))) void choose() {
  if (const char* number = std::getenv("ZP_MUTANT")) active = std::atoi(number);
  if (std::getenv("ZP_MUTANTS_REACHED") == nullptr) return;
  active = -1;
  std::atexit(write_reached);
}

}  // namespace

void note(int mutant) { reached[static_cast<std::size_t>(mutant)] = true; }

}  // namespace zp::mutation
