// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/catalog.h"

/// Names of GPUs in the forms that people, drivers and clouds use: "RTX 4090", "NVIDIA A100-SXM4-80GB",
/// "MI300X".
namespace zp {

/// Returns the preset that the name identifies. The name may omit the maker, the family (RTX, Instinct) and
/// the memory, but not the board (SXM, PCIe, NVL), because boards of one chip differ in speed. Empty if no
/// preset or more than one matches.
SharedGpuPreset gpu_named(std::string_view name, const std::vector<SharedGpuPreset>& gpus);

/// The presets that a name may identify.
struct MeantGpus {
  std::vector<std::string> ids;
  std::string other_gb;  ///< the memory in the name, if no preset has it: "48" of "RTX 4090 48GB"
};
/// Returns all presets that match the name if it may omit the board too: three for "H100". If there are none,
/// returns presets that differ from the name only in memory.
MeantGpus gpus_meant(std::string_view name, const std::vector<SharedGpuPreset>& gpus);

/// Returns the presets of a name without its board, such as "A100 80GB", if all have the same nominal memory:
/// first the one that is assumed, the SXM board where there is one. Cards of two boards joined by NVLink say
/// "NVL" in their name, so they are not among them. Empty if `gpu_named` finds one preset, or if the memory
/// differs.
std::vector<SharedGpuPreset> gpus_of_any_board(std::string_view name,
                                               const std::vector<SharedGpuPreset>& gpus);

}  // namespace zp
