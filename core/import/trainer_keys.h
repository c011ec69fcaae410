// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"

namespace zp::import_io {

class ProgramKeys;

/// Reads the keys of a program built on Hugging Face Trainer. Several of them depend on each other, such as a
/// rank on the adapter switch, and the evaluation batch on the evaluation strategy. Internal to this folder.
void read_trainer_keys(FileKeys keys, ProgramKeys& plan);

}  // namespace zp::import_io
