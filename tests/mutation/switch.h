// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Which of the mutants compiled into a program is the one that runs: tests/mutation/run.
namespace zp::mutation {

extern int active;  ///< the number in ZP_MUTANT; 0: none; -1: none, and those reached are noted
void note(int mutant);

}  // namespace zp::mutation

inline bool zp_mutant(int mutant) {
  if (zp::mutation::active < 0) zp::mutation::note(mutant);
  return zp::mutation::active == mutant;
}
