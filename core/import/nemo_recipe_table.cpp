// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nemo_recipe_table.h"

#include <algorithm>
#include <array>

namespace zp::import_io {
namespace {

/// Source: NVIDIA/NeMo@8cfedd72 nemo/collections/llm/recipes, trainer() and pretrain_recipe() in the file of
/// that name.
constexpr auto recipes = std::to_array<NemoRecipe>(
    {{"llama2_7b", "meta-llama/Llama-2-7b-hf", 2, 1, 0, 1, false, 1, 4096, 512, 1, 1},
     {"llama3_8b", "meta-llama/Meta-Llama-3-8B", 1, 1, 0, 2, false, 1, 8192, 512, 1, 1},
     {"llama31_8b", "meta-llama/Llama-3.1-8B", 1, 1, 0, 2, false, 1, 8192, 512, 1, 1},
     {"llama3_70b", "meta-llama/Meta-Llama-3-70B", 4, 4, 5, 2, true, 1, 8192, 512, 1, 1},
     {"llama31_70b", "meta-llama/Llama-3.1-70B", 4, 4, 5, 2, true, 1, 8192, 512, 1, 1},
     {"llama32_1b", "meta-llama/Llama-3.2-1B", 1, 1, 0, 1, false, 1, 8192, 512, 1, 1},
     {"llama32_3b", "meta-llama/Llama-3.2-3B", 1, 1, 0, 1, false, 1, 8192, 512, 1, 1},
     {"mistral_7b", "mistralai/Mistral-7B-v0.3", 1, 1, 0, 2, false, 1, 4096, 512, 1, 1},
     {"mixtral_8x7b", "mistralai/Mixtral-8x7B-v0.1", 1, 4, 8, 1, false, 8, 4096, 512, 1, 8},
     {"gemma_2b", "google/gemma-2b", 1, 1, 0, 2, false, 1, 8192, 512, 1, 1},
     {"gemma_7b", "google/gemma-7b", 2, 1, 0, 2, false, 1, 8192, 512, 1, 1},
     {"gemma2_9b", "google/gemma-2-9b", 8, 1, 0, 1, false, 1, 4096, 32, 2, 1},
     {"qwen25_7b", "Qwen/Qwen2.5-7B", 2, 1, 0, 1, false, 1, 4096, 32, 2, 1},
     {"qwen3_8b", "Qwen/Qwen3-8B", 4, 1, 0, 1, false, 1, 4096, 32, 2, 1}});

constexpr std::string_view on_all_layers = "all", on_attention = "attention_qkv,attention_dense";
/// Source: NVIDIA/NeMo@8cfedd72 nemo/collections/llm/recipes, finetune_recipe() in the file of that name, and
/// default_finetune_recipe() in finetune_default.py; nemo/collections/llm/peft/lora.py, class LoRA, for a
/// rank of 32 and adapters on all linear layers, unless the recipe sets others.
constexpr auto tunings =
    std::to_array<NemoTuning>({{"llama2_7b", 2, 1, 0, 1, 1, 1, 8, on_all_layers, true},
                               {"llama3_8b", 2, 1, 0, 1, 1, 1, 8, on_all_layers, true},
                               {"llama31_8b", 2, 1, 0, 1, 1, 1, 8, on_all_layers, true},
                               {"llama3_70b", 8, 4, 0, 1, 4, 8, 16, on_all_layers, true},
                               {"llama31_70b", 8, 4, 0, 1, 4, 8, 16, on_all_layers, true},
                               {"llama32_1b", 1, 1, 0, 1, 1, 1, 8, on_all_layers, true},
                               {"llama32_3b", 1, 1, 0, 1, 1, 1, 8, on_all_layers, true},
                               {"mistral_7b", 2, 1, 0, 1, 1, 1, 32, on_all_layers, false},
                               {"mixtral_8x7b", 1, 4, 8, 1, 1, 1, 32, on_attention, false},
                               {"gemma_2b", 1, 1, 0, 2, 1, 1, 32, on_all_layers, false},
                               {"gemma_7b", 2, 1, 0, 1, 1, 1, 32, on_all_layers, false},
                               {"gemma2_9b", 4, 1, 0, 1, 1, 1, 32, on_all_layers, false},
                               {"qwen25_7b", 2, 1, 0, 1, 1, 1, 32, on_all_layers, false},
                               {"qwen3_8b", 4, 1, 0, 1, 1, 1, 32, on_all_layers, false}});

}  // namespace

const NemoRecipe* nemo_recipe_named(std::string_view name) {
  const auto* const row = std::ranges::find(recipes, name, &NemoRecipe::name);
  return row == recipes.end() ? nullptr : row;
}

const NemoTuning& nemo_tuning_of(const NemoRecipe& recipe) {
  return *std::ranges::find(tunings, recipe.name, &NemoTuning::name);
}

}  // namespace zp::import_io
