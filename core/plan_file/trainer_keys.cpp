// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/trainer_keys.h"

#include <algorithm>
#include <array>

namespace zp {
namespace {

constexpr std::int64_t square(std::int64_t hidden_size) { return hidden_size * hidden_size; }
/// Computed as Trainer does. Versions 4.x of 2023 kept the fraction, which DeepSpeed refuses.
constexpr std::int64_t nine_tenths_of_square(std::int64_t hidden_size) {
  const auto hidden = static_cast<double>(hidden_size);
  return static_cast<std::int64_t>(0.9 * hidden * hidden);
}
constexpr std::int64_t ten_rows(std::int64_t hidden_size) { return 10 * hidden_size; }

constexpr auto trainer_rows = std::to_array<TrainerKey>({
    {.path = "train_micro_batch_size_per_gpu", .argument = "--per_device_train_batch_size"},
    {.path = "gradient_accumulation_steps", .argument = "--gradient_accumulation_steps"},
    {.path = "train_batch_size"},
    {.path = "gradient_clipping", .argument = "--max_grad_norm"},
    {.path = "optimizer.params.lr", .argument = "--learning_rate"},
    {.path = "optimizer.params.betas", .argument = "--adam_beta1", .second_argument = "--adam_beta2"},
    {.path = "optimizer.params.eps", .argument = "--adam_epsilon"},
    {.path = "optimizer.params.weight_decay", .argument = "--weight_decay"},
    {.path = "scheduler.params.warmup_min_lr", .is_checked = false},
    {.path = "scheduler.params.warmup_max_lr", .argument = "--learning_rate"},
    {.path = "scheduler.params.warmup_num_steps", .argument = "--warmup_steps"},
    {.path = "scheduler.params.total_num_steps", .argument = "--max_steps"},
    {.path = "fp16.enabled", .argument = "--fp16"},
    {.path = "bf16.enabled", .argument = "--bf16"},
    {.path = "zero_optimization.reduce_bucket_size", .is_checked = false, .size = square},
    {.path = "zero_optimization.stage3_prefetch_bucket_size",
     .is_checked = false,
     .size = nine_tenths_of_square,
     .at_stage_3_only = true},
    {.path = "zero_optimization.stage3_param_persistence_threshold",
     .is_checked = false,
     .size = ten_rows,
     .at_stage_3_only = true},
});

}  // namespace

std::span<const TrainerKey> trainer_keys() { return trainer_rows; }

const TrainerKey* find_trainer_key(std::string_view path) {
  const auto* const found = std::ranges::find(trainer_rows, path, &TrainerKey::path);
  return found == trainer_rows.end() ? nullptr : found;
}

std::optional<std::int64_t> trainer_size(const TrainerKey& key, const Plan& plan) {
  constexpr std::int64_t widest = 3'000'000;  // the square of this still fits a count
  const std::int64_t hidden = plan.model.architecture.hidden_size;
  if (key.size == nullptr || hidden <= 0 || hidden > widest) return std::nullopt;
  return key.size(hidden);
}

bool is_left_to_trainer(const TextNode& root) {
  return std::ranges::any_of(trainer_rows, [&](const TrainerKey& key) {
    const TextNode* node = root.find(key.path);
    return node != nullptr && node->is_auto();
  });
}

}  // namespace zp
