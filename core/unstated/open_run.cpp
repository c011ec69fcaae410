// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/sharding/edits.h"
#include "core/sharding/program_way.h"
#include "core/unstated/open_settings.h"

namespace zp {
namespace {

using Values = std::vector<KeyValue>;

Values counts(std::initializer_list<std::int64_t> numbers) { return {numbers.begin(), numbers.end()}; }

bool is_any(const Plan& /*plan*/) { return true; }
bool is_shaped(const Plan& plan) { return plan.model.has_shape(); }

/// Returns usual sequence lengths up to the model's maximum.
Values lengths(const Plan& plan) {
  const std::int64_t longest = plan.model.architecture.max_position_embeddings;
  Values values;
  for (const std::int64_t length : {512, 1024, 2048, 4096, 8192})
    if (longest == 0 || length <= longest) values.emplace_back(length);
  return values;
}

bool is_gpt(const Plan& plan) { return is_shaped(plan) && plan.model.architecture.block == Block::gpt; }
bool has_adapters(const Plan& plan) { return is_shaped(plan) && plan.training.has_adapters(); }

/// Returns true if the sizes of the plan's images determine its visual tokens.
bool sizes_images(const Plan& plan) {
  return plan.model.has_vision() && plan.training.vision.images_per_sequence > 0 &&
         plan.training.vision.image_tokens == 0;
}
/// Returns true if the program packs examples into long sequences and the attention kernel does not attend
/// across examples (Training::attends_within_examples). Without a program, packing is assumed.
bool packs_examples(const Plan& plan) {
  constexpr std::int64_t long_sequence = 8192;
  const AttentionKernel kernel = plan.training.attention_kernel;
  const bool is_told = kernel == AttentionKernel::flash_2 || kernel == AttentionKernel::flash_3;
  if (!is_shaped(plan) || !is_told || plan.training.attention != Attention::sdpa) return false;
  if (plan.training.sequence_length < long_sequence) return false;
  const ProgramValue* packs = program_setting(plan.training.program, program_way(plan), "packs");
  return packs == nullptr || std::get<bool>(*packs);
}
/// Returns the whole sequence as a single example, and usual lengths of documents and dialogues.
Values example_lengths(const Plan& plan) {
  Values values = {std::int64_t{0}};
  for (const std::int64_t length : {1024, 4096, 16'384, 65'536})
    if (length < plan.training.sequence_length) values.emplace_back(length);
  return values;
}

bool has_stages(const Plan& plan) {
  return plan.cluster.ranks() > 1 && plan.training.framework == Framework::deepspeed;
}
bool has_sharding(const Plan& plan) {
  return plan.cluster.ranks() > 1 && plan.training.framework == Framework::fsdp;
}

constexpr std::string_view few_targets = "q_proj,v_proj";
constexpr std::string_view all_targets = "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj";
constexpr std::uint8_t every_linear = lora_q | lora_k | lora_v | lora_o | lora_gate | lora_up | lora_down;

KeyValue targets_in_effect(const Plan& plan) {
  const std::uint8_t targets = plan.training.lora.targets;
  if (targets == every_linear) return all_targets;
  return targets == (lora_q | lora_v) ? few_targets : other_targets;
}
void set_targets(Plan& plan, const KeyValue& value) {
  const bool is_all = std::get<std::string_view>(value) == all_targets;
  plan.training.lora.targets = is_all ? every_linear : static_cast<std::uint8_t>(lora_q | lora_v);
}

constexpr std::string_view public_configs =
    "public configurations, tests/data/public-jobs.json and tests/data/blind";

constexpr auto run_rows = std::to_array<OpenSetting>({
    {.path = "training.micro_batch_size",
     .title = "Micro batch",
     .kind = OpenKind::run,
     .matters = is_any,
     .values =
         [](const Plan&) {
           return counts({1, 2, 4, 8});
         },
     .moves_defaults = true,
     .source = public_configs},
    {.path = "training.sequence_length",
     .title = "Sequence",
     .kind = OpenKind::run,
     .matters = is_shaped,
     .values = lengths,
     .source = public_configs},
    {.path = "training.gradient_accumulation_steps",
     .title = "Accumulation",
     .kind = OpenKind::run,
     .matters = is_any,
     .values =
         [](const Plan&) {
           return counts({1, 4, 16});
         },
     .source = public_configs},
    {.path = "zero.stage",
     .title = "ZeRO stage",
     .kind = OpenKind::run,
     .matters = has_stages,
     .values =
         [](const Plan&) {
           return counts({0, 1, 2, 3});
         },
     .moves_defaults = true,
     .source = "DeepSpeed's stages"},
    {.path = "zero.stage",
     .title = "Sharding",
     .kind = OpenKind::run,
     .matters = has_sharding,
     .values =
         [](const Plan&) {
           return counts({0, 2, 3});
         },
     .moves_defaults = true,
     .phrase_path = "training.sharding",
     .source = "PyTorch's DDP, and ShardingStrategy of torch/distributed/fsdp/api.py"},
    {.path = "training.padding_share",
     .title = "Padding",
     .kind = OpenKind::run,
     .matters = is_shaped,
     .values = [](const Plan&) -> Values {
       return {0.0, 0.5};
     },
     .source = "arXiv 2107.02027: half of Wikipedia's sequences at 512 tokens is padding"},
    {.path = "training.example_length",
     .title = "Examples",
     .kind = OpenKind::run,
     .matters = packs_examples,
     .values = example_lengths,
     .source =
         "modelscope/ms-swift examples/train/sequence_parallel/sequence_parallel_512k.sh: a sequence of "
         "many short documents takes an eighth of the time"},
    {.path = "training.image_pixels",
     .title = "Image size",
     .kind = OpenKind::run,
     .matters = sizes_images,
     .values =
         [](const Plan&) {
           return counts({512 * 512, 1024 * 1024, 2048 * 2048});
         },
     .source = "modelscope/ms-swift issue 2010: images of the model's largest size run out of memory"},
    {.path = "training.images_per_sequence",
     .title = "Images",
     .kind = OpenKind::run,
     .matters = [](const Plan& plan) { return plan.model.has_vision(); },
     .values = [](const Plan&) -> Values {
       return {1.0, 4.0};
     },
     .source = "public configurations, tests/data/program-files.json: one image, or a few"},
    {.path = "training.dropout",
     .title = "Dropout",
     .kind = OpenKind::run,
     .matters = is_gpt,
     .values = [](const Plan&) -> Values {
       return {0.0, 0.1};
     },
     .source = "config.json of GPT-2, OPT 350M and BERT: 0.1"},
    {.path = "training.lora.targets",
     .title = "Adapters on",
     .kind = OpenKind::run,
     .matters = has_adapters,
     .values = [](const Plan&) -> Values {
       return {few_targets, all_targets};
     },
     .assumed = targets_in_effect,
     .set = set_targets,
     .source = "PEFT utils/constants.py, and \"all-linear\""},
    {.path = "training.lora.dropout",
     .title = "Adapter dropout",
     .kind = OpenKind::run,
     .matters = has_adapters,
     .values = [](const Plan&) -> Values {
       return {0.0, 0.05};
     },
     .source = "the defaults of the catalog's programs"},
    {.path = "cluster.gpus_per_node",
     .title = "GPUs in a node",
     .kind = OpenKind::run,
     .matters = is_any,
     .values =
         [](const Plan&) {
           return counts({1, 2, 4, 8});
         },
     .set =
         [](Plan& plan, const KeyValue& value) {
           plan = edits::set_gpus_per_node(plan, static_cast<int>(std::get<std::int64_t>(value)));
         },
     .moves_defaults = true,
     .source = public_configs},
});

}  // namespace

std::span<const OpenSetting> open_rows::of_run() { return run_rows; }

}  // namespace zp
