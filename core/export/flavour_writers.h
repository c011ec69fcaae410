// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/flavours.h"

/// The writers of export_flavours(). Internal to this folder.
namespace zp {

ProgramExport write_for_launch(const PlanDocument& document);
ProgramExport write_for_hf_trainer(const PlanDocument& document);
ProgramExport write_for_lightning(const PlanDocument& document);
ProgramExport write_for_axolotl(const PlanDocument& document);
ProgramExport write_for_llama_factory(const PlanDocument& document);
ProgramExport write_for_megatron_deepspeed(const PlanDocument& document);
ProgramExport write_for_ms_swift(const PlanDocument& document);
ProgramExport write_for_torchtitan(const PlanDocument& document);
ProgramExport write_for_openrlhf(const PlanDocument& document);
ProgramExport write_for_trl(const PlanDocument& document);
ProgramExport write_for_verl(const PlanDocument& document);
ProgramExport write_for_kubernetes(const PlanDocument& document);
ProgramExport write_for_slurm(const PlanDocument& document);

}  // namespace zp
