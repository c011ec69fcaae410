// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/config_draft.h"
#include "core/export/imported_config.h"

/// The writers of a ds_config's sections, in the order of the file.
namespace zp {

/// Writes the keys of one section ("zero_optimization.offload_param", "" for the top level) from the table of
/// plan keys, if they have an effect and the target version has them.
void write_keys(ConfigDraft& draft, std::string_view section);
/// Writes the keys of sections that no other function has written.
void write_other_keys(ConfigDraft& draft);

void write_batch(ConfigDraft& draft);
void write_precision(ConfigDraft& draft);  ///< bf16, fp16, data_types, communication_data_type
void write_optimizer(
    ConfigDraft& draft);  ///< with zero_allow_untested_optimizer and zero_force_ds_cpu_optimizer
/// Returns the learning rate of Adam where the plan states none. Those of all weights and of preference and
/// RL methods are TRL's defaults (trainer/sft_config.py; dpo_config.py, grpo_config.py).
double usual_learning_rate(const Training& training);
void write_scheduler(ConfigDraft& draft);
void write_zero(ConfigDraft& draft);
void write_aio(ConfigDraft& draft);  ///< writes the section only if something is on NVMe

/// Calls all of the above. The result is the plan's file in numbers, without "auto".
void write_sections(ConfigDraft& draft);

/// Replaces values that Trainer fills in by "auto", and records the TrainingArguments that state them.
void write_trainer_auto(ConfigDraft& draft, const ImportedConfig* imported);

/// Adds findings about what the program must do because no file can state it. Findings about the plan come
/// from core/rules.
void report_program(ConfigDraft& draft);

}  // namespace zp
