// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"

namespace zp::import_io {

class ProgramKeys;

/// Reads the keys of a program on top of Hugging Face Trainer. Several of them mean something only together:
/// whether a rank makes adapters, whether a batch size of evaluation counts. Internal to this folder.
void read_trainer_keys(FileKeys keys, ProgramKeys& plan);

}  // namespace zp::import_io
