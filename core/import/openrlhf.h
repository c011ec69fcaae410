// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace zp::import_io {

struct JobFile;
class ProgramKeys;

/// "openrlhf.cli.train_ppo_ray" and its like.
bool is_openrlhf(std::string_view word);
/// Reads what OpenRLHF's own arguments say of the method, its models, the engine that generates and the
/// batch; gives those that other programs have too the names of the table of program_keys.cpp (OpenRLHF
/// 0.11.0 groups them: --ds.zero_stage). Nothing for another program.
void read_openrlhf(JobFile& job, ProgramKeys& keys);

}  // namespace zp::import_io
