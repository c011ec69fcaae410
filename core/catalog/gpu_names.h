// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/catalog.h"

/// Names of GPUs as people, drivers and clouds write them: "RTX 4090", "NVIDIA A100-SXM4-80GB", "MI300X".
namespace zp {

/// Returns the preset that the name means. Its maker, its family (RTX, Instinct) and its memory may be left
/// out of the name; its board (SXM, PCIe, NVL) may not, because boards of one chip differ in speed. Empty if
/// no preset or more than one fits.
SharedGpuPreset gpu_named(std::string_view name, const std::vector<SharedGpuPreset>& gpus);

/// The presets that a name can mean.
struct MeantGpus {
  std::vector<std::string> ids;
  std::string other_gb;  ///< the name's memory, if none of the presets has it: "48" of "RTX 4090 48GB"
};
/// Returns all presets that the name can mean if it leaves out the board too: three for "H100". If there are
/// none, those that differ from it in memory alone.
MeantGpus gpus_meant(std::string_view name, const std::vector<SharedGpuPreset>& gpus);

}  // namespace zp
