// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/lightning_cli.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace zp::import_io {
namespace {

struct LightningName {
  std::string_view theirs, of_trainer;
};
/// Arguments of Lightning's Trainer (lightning/pytorch/trainer/trainer.py) and of data modules, whose loaders
/// are those of one GPU.
constexpr auto lightning_names =
    std::to_array<LightningName>({{"trainer.accumulate_grad_batches", "gradient_accumulation_steps"},
                                  {"trainer.max_steps", "max_steps"},
                                  {"trainer.precision", "precision"},
                                  {"data.batch_size", "per_device_train_batch_size"},
                                  {"data.train_batch_size", "per_device_train_batch_size"},
                                  {"data.num_workers", "dataloader_num_workers"},
                                  {"data.max_length", "max_length"},
                                  {"data.max_seq_length", "max_length"},
                                  {"data.block_size", "max_length"}});
/// Last parts of keys of the model, wherever they stand in its section.
constexpr auto lightning_model_names =
    std::to_array<LightningName>({{"hf_path", "model_name_or_path"},
                                  {"model_name_or_path", "model_name_or_path"},
                                  {"pretrained_model_name_or_path", "model_name_or_path"},
                                  {"enable_gradient_checkpointing", "gradient_checkpointing"},
                                  {"gradient_checkpointing", "gradient_checkpointing"}});

void drop_part(std::string& name, std::string_view part) {
  for (std::size_t at = name.find(part); at != std::string::npos; at = name.find(part))
    name.erase(at, part.size() - 1);
}

bool is_of_deepspeed_class(const std::string& word) {
  return word.ends_with("DeepSpeedStrategy") || word.starts_with("deepspeed");
}

/// Names the strategy as Lightning's registry does: "deepspeed_stage_3_offload" for a class with arguments
/// (lightning/pytorch/strategies/deepspeed.py: stage 2 by default).
void name_strategy(FileKeys& keys) {
  constexpr std::string_view section = "trainer.strategy", by_class = "trainer.strategy.class_path";
  for (FileKey& key : keys)
    if (key.key == section && key.is_string()) key.key = "strategy";
  const FileKey* const made = find_key(keys, by_class);
  for (FileKey& key : keys)
    if ((key.key == "strategy" && key.text == "fsdp") ||
        (key.key == by_class && key.text.ends_with("FSDPStrategy"))) {
      key.key = "fsdp";
      key.text = "full_shard";
      return;
    }
  if (made == nullptr || !is_of_deepspeed_class(made->text)) return;
  const std::int64_t stated = number_at(keys, "trainer.strategy.stage");
  const std::int64_t stage = stated > 0 ? stated : 2;
  // The registry's name for stage 3 moves parameters too; one of the two alone is left to be listed.
  const bool moves_states = is_on(keys, "trainer.strategy.offload_optimizer"),
             moves_parameters = is_on(keys, "trainer.strategy.offload_parameters");
  const bool offloads = moves_states && moves_parameters == (stage > 2);
  const std::string name = "deepspeed_stage_" + std::to_string(stage) + (offloads ? "_offload" : "");
  for (FileKey& key : keys)
    if (key.key == by_class) {
      key.key = "strategy";
      key.text = name;
    }
  remove_key(keys, "trainer.strategy.stage");
  if (!offloads) return;
  for (const std::string_view read :
       {"trainer.strategy.offload_optimizer", "trainer.strategy.offload_parameters"})
    remove_key(keys, read);
}

}  // namespace

bool open_lightning_cli(FileKeys& keys) {
  const auto has = [&keys](std::string_view section) {
    return std::ranges::any_of(keys, [section](const FileKey& key) { return key.key.starts_with(section); });
  };
  if (find_key(keys, "model.class_path") == nullptr || !has("trainer.") || !has("data.")) return false;
  const FileKey* const precision = find_key(keys, "trainer.precision");
  const FileKey* strategy = find_key(keys, "trainer.strategy");
  if (strategy == nullptr) strategy = find_key(keys, "trainer.strategy.class_path");
  const bool has_deepspeed = strategy != nullptr && is_of_deepspeed_class(strategy->text);
  if (precision != nullptr && precision->text.ends_with("16-true") && !has_deepspeed) return false;
  for (FileKey& key : keys) {
    drop_part(key.key, ".init_args.config.");
    drop_part(key.key, ".init_args.");
  }
  name_strategy(keys);
  for (FileKey& key : keys) {
    const auto* const row = std::ranges::find(lightning_names, key.key, &LightningName::theirs);
    const std::string_view last = std::string_view(key.key).substr(key.key.rfind('.') + 1);
    const auto* const of_model = std::ranges::find(lightning_model_names, last, &LightningName::theirs);
    if (row != lightning_names.end())
      key.key = row->of_trainer;
    else if (key.key.starts_with("model.") && of_model != lightning_model_names.end())
      key.key = of_model->of_trainer;
    if (key.key == "precision" && key.is_string())
      key.text = key.text.starts_with("bf16") ? "bf16" : key.text.starts_with("16") ? "fp16" : "fp32";
  }
  return true;
}

}  // namespace zp::import_io
