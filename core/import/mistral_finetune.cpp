// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/mistral_finetune.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "core/text/python.h"

namespace zp::import_io {

void read_mistral_finetune(FileKeys& keys, ProgramKeys& plan) {
  constexpr std::string_view enabled = "lora.enable", rank = "lora.rank", dropout = "lora.dropout",
                             instructions = "data.instruct_data", no_saves = "no_ckpt";
  plan.set("training.framework", "fsdp", "mistral-finetune, which has only FSDP");
  plan.set("training.fsdp_version", 1, "mistral-finetune, which has only FSDP");
  plan.set("training.sharding", "full", "mistral-finetune, which has only FSDP");
  const FileKey* const rows = find_key(keys, instructions);
  const bool has_rows = rows != nullptr && !value_words(*rows).empty();
  const FileKey* const text = find_key(keys, "data.data");
  if (has_rows)
    plan.set("training.method", "sft", *rows);
  else if (text != nullptr && !value_words(*text).empty())
    plan.set("training.method", "pretrain", *text);
  const FileKey* const asked = find_key(keys, enabled);
  if (asked != nullptr && python::lax_bool(*asked) == false) {
    plan.set("training.lora.rank", 0, *asked);
  } else {
    constexpr std::int64_t usual_rank = 16;
    const FileKey* const stated = find_key(keys, rank);
    const std::int64_t number = number_at(keys, rank);
    if (number > 0)
      plan.set("training.lora.rank", number, *stated);
    else
      plan.set("training.lora.rank", usual_rank, "no lora.rank, whose default is 16");
    plan.set("training.lora.targets", all_linear_layers(), "adapters on every linear layer of a block");
    if (const FileKey* const share = find_key(keys, dropout); share != nullptr && python::lax_float(*share))
      plan.set("training.lora.dropout", *python::lax_float(*share), *share);
  }
  close_adapters(keys, plan, "lora.");
  if (is_on(keys, no_saves)) {
    plan.set("training.save_steps", 0, *find_key(keys, no_saves));
    remove_key(keys, "ckpt_freq");
  }
  take_keys(keys, plan, {no_saves}, "training.save_steps");
  take_keys(keys, plan, {instructions}, "training.method");
}

}  // namespace zp::import_io
