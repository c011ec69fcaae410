// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Internal to this folder.
namespace zp::import_io {

/// Gives the keys of a file of Lightning's command line (LightningCLI: sections trainer, model and data, each
/// a class_path with init_args) the names of Trainer's arguments. Returns false for another file, and for one
/// whose weights are in 16 bits without DeepSpeed, which has other types than Trainer.
bool open_lightning_cli(FileKeys& keys);

}  // namespace zp::import_io
