// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/import/import.h"
#include "core/import/program_yaml.h"

/// Files that programs read with OmegaConf: inheritance from other files and references between values.
/// Internal to this folder.
namespace zp::import_io {

/// Returns true for a program that reads its files with OmegaConf, in which `${…}` is a reference.
bool has_hydra_references(const ProgramEntry& program);

/// Adds the parents' keys that the file does not state itself, and notes missing parents (NeMo-RL
/// nemo_rl/utils/config.py, load_config_with_inheritance; `_override_` replaces a whole section).
void add_parents(const std::vector<ParentFile>& parents, ProgramYaml& file, std::vector<Finding>& notes);

/// Returns true if Hydra composes the file from these: one of them stands for the file itself.
bool are_hydra_parts(const std::vector<ParentFile>& parents);

/// Resolves references between values: "${policy.precision}", "${..length}" and "${mul:${a},2}" (OmegaConf,
/// docs/source/usage.rst; nemo_rl/utils/config.py, register_omegaconf_resolvers). Others, such as
/// "${oc.env:HOME}", stay.
void resolve_references(FileKeys& keys);

}  // namespace zp::import_io
