// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace zp::import_io {

struct JobFile;
class ProgramKeys;

/// Returns true for "openrlhf.cli.train_ppo_ray" and similar module names.
bool is_openrlhf(std::string_view word);
/// Reads OpenRLHF's own arguments: method, models, generation engine and batch. Arguments that other programs
/// have too are renamed to the names in program_keys.cpp's table (OpenRLHF 0.11.0 groups them:
/// --ds.zero_stage). Does nothing for another program.
void read_openrlhf(JobFile& job, ProgramKeys& keys);

}  // namespace zp::import_io
