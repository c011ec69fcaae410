// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Selects the mutant that runs, of those compiled into a program: tests/mutation/run.
namespace zp::mutation {

extern int active;  ///< number in ZP_MUTANT; 0: none; -1: none, but notes those that are reached
void note(int mutant);

}  // namespace zp::mutation

inline bool zp_mutant(int mutant) {
  if (zp::mutation::active < 0) zp::mutation::note(mutant);
  return zp::mutation::active == mutant;
}
