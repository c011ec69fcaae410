// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/import/import.h"
#include "core/import/program_yaml.h"

/// Files that programs read with OmegaConf: values of other files and references among values. Internal to
/// this folder.
namespace zp::import_io {

/// Adds to the file's keys those of its parents that it does not state itself, and notes the parents that are
/// not there (NeMo-RL nemo_rl/utils/config.py, load_config_with_inheritance; `_override_` takes the place of
/// a whole section).
void add_parents(const std::vector<ParentFile>& parents, ProgramYaml& file, std::vector<Finding>& notes);

/// Puts values in the place of references among them, "${policy.precision}", "${..length}" and
/// "${mul:${a},2}" (OmegaConf, docs/source/usage.rst; nemo_rl/utils/config.py, register_omegaconf_resolvers).
/// Others, such as "${oc.env:HOME}", stay.
void resolve_references(FileKeys& keys);

}  // namespace zp::import_io
