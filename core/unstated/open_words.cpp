// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/open_words.h"

#include <array>
#include <charconv>
#include <cmath>

#include "core/catalog/programs.h"
#include "core/sharding/program_way.h"
#include "core/text/letters.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// A phrase for one value of a setting, or for all values (""), in which "%" is replaced by the value.
struct Phrase {
  std::string_view path, value, text;
};
constexpr auto phrases = std::to_array<Phrase>({
    {"training.program", "none", "no known training program"},
    {"training.program", "", "trained with %"},
    {"training.program_version", "", "with %"},
    {"training.precision", "", "% precision"},
    {"training.attention", "eager", "eager attention"},
    {"training.attention", "sdpa", "fused attention"},
    {"training.attention_kernel", "auto", "PyTorch's own attention"},
    {"training.attention_kernel", "flash_1", "FlashAttention of 2022"},
    {"training.attention_kernel", "flash_2", "FlashAttention-2"},
    {"training.attention_kernel", "flash_3", "FlashAttention-3 or cuDNN attention"},
    {"training.fused_loss", "none", "loss over fp32 logits"},
    {"training.fused_loss", "shifted", "loss over fp32 logits and their shifted copy"},
    {"training.fused_loss", "native", "loss in the logits' own type"},
    {"training.fused_loss", "chunked", "loss in chunks"},
    {"training.fused_loss", "compiled", "compiled loss"},
    {"training.fused_loss", "tiled", "loss in tiles"},
    {"training.fused_loss", "fused", "loss fused with the head"},
    {"training.fused_norm", "true", "fused norms"},
    {"training.fused_norm", "false", "norms that are not fused"},
    {"training.fused_mlp", "fused", "fused MLP activation"},
    {"training.fused_mlp", "none", "MLP activation that is not fused"},
    {"training.activation_checkpointing", "none", "no checkpointing"},
    {"training.activation_checkpointing", "selective", "selective checkpointing"},
    {"training.activation_checkpointing", "full", "full checkpointing"},
    {"training.activation_checkpointing", "memory_budget", "checkpointing within a memory budget"},
    {"training.recompute", "whole", "whole blocks run again (reentrant)"},
    {"training.recompute", "needed", "no more of a block runs again than needed"},
    {"training.types.weights", "", "weights loaded in %"},
    {"training.types.frozen", "", "frozen weights loaded in %"},
    {"training.types.adapters", "", "adapters in %"},
    {"training.types.gathered", "", "weights used in %"},
    {"training.types.reduced", "", "gradients reduced in %"},
    {"training.types.logits", "", "logits in %"},
    {"training.gradient_accumulation_dtype", "", "gradients added up in %"},
    {"training.optimizer", "adamw", "AdamW"},
    {"training.optimizer", "adamw8bit", "8-bit AdamW"},
    {"training.optimizer", "pagedadamw", "paged AdamW"},
    {"training.optimizer", "pagedadamw8bit", "paged 8-bit AdamW"},
    {"training.optimizer_kernel", "foreach", "optimizer over lists of tensors (foreach)"},
    {"training.optimizer_kernel", "fused", "fused optimizer"},
    {"training.keeps_outputs", "true", "outputs held until the backward pass is over"},
    {"training.keeps_cache", "true", "keys and values kept (use_cache)"},
    {"training.experts", "loop", "experts one after another"},
    {"training.experts", "grouped", "grouped experts"},
    {"training.fsdp_version", "1", "FSDP1"},
    {"training.fsdp_version", "2", "FSDP2"},
    {"training.fsdp_wrap", "blocks", "embedding and head in FSDP's root unit"},
    {"training.fsdp_wrap", "all", "embedding and head as FSDP units"},
    {"training.zero_init", "false", "model built before it is partitioned"},
    {"training.zero_init", "true", "model partitioned while it is built"},
    {"training.checkpoints_on_host", "true", "checkpoints in host memory"},
    {"training.tiled_mlp", "true", "MLP in tiles"},
    {"training.batch_lengths", "varying", "batches padded to their own longest sequence"},
    {"training.batch_lengths", "fixed", "batches of one length"},
    {"training.padding_share", "", "% of the tokens padding"},
    {"training.example_length", "0", "one example in a sequence"},
    {"training.example_length", "", "examples of % tokens"},
    {"training.image_pixels", "", "images of % pixels"},
    {"training.images_per_sequence", "1", "one image in a sequence"},
    {"training.images_per_sequence", "", "% images in a sequence"},
    {"training.dropout", "", "dropout %"},
    {"training.lora.dropout", "", "dropout % on adapters"},
    {"training.lora.targets", "q_proj,v_proj", "adapters on queries and values"},
    {"training.lora.targets", "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj",
     "adapters on all linear layers"},
    {"training.micro_batch_size", "", "micro batch %"},
    {"training.sequence_length", "", "sequences of % tokens"},
    {"training.gradient_accumulation_steps", "1", "one micro batch a step"},
    {"training.gradient_accumulation_steps", "", "% micro batches a step"},
    {"zero.stage", "0", "no ZeRO"},
    {"zero.stage", "", "ZeRO stage %"},
    {"training.sharding", "0", "DDP"},
    {"training.sharding", "2", "SHARD_GRAD_OP"},
    {"training.sharding", "3", "FULL_SHARD"},
    {"zero.reduce_bucket_size", "", "reduce buckets of % elements"},
    {"zero.allgather_bucket_size", "", "gather buckets of % elements"},
    {"zero.overlap_comm", "true", "overlapped communication"},
    {"zero.overlap_comm", "false", "communication that does not overlap"},
    {"zero.offload_optimizer.pin_memory", "true", "pinned host memory"},
    {"zero.offload_optimizer.pin_memory", "false", "host memory that is not pinned"},
    {"cluster.gpus_per_node", "", "GPUs in a node: %"},
    {"cluster.inter_node.gb_per_s", "", "% between nodes for each GPU"},
    {"cluster.intra_node.gb_per_s", "", "% between the GPUs of a node"},
    {"cluster.host_link.gb_per_s", "", "% from a GPU to its host"},
    {"cluster.cpu_memory_gb_per_s", "", "host memory at %"},
    {"cluster.cpu_memory_gib", "", "% of host memory"},
    {"cluster.nvme.read_gb_per_s", "", "drives that read %"},
    {"cluster.nvme.write_gb_per_s", "", "drives that write %"},
});

std::string shortest(double value) {
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end};
}

std::string with_sign(const std::string& amount, bool is_more) { return (is_more ? "+" : "−") + amount; }

}  // namespace

std::string setting_text(const KeyValue& value) {
  if (const auto* count = std::get_if<std::int64_t>(&value)) return std::to_string(*count);
  if (const auto* real = std::get_if<double>(&value)) return shortest(*real);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  return std::string(std::get<std::string_view>(value));
}

std::string short_value(const OpenSetting& setting, const KeyValue& value) {
  const PlanKey* key = find_plan_key(setting.path);
  if (setting.path == "training.program") {
    const std::string_view id = std::get<std::string_view>(value);
    const auto program = find_program(id);
    return program && *program != Program::none ? entry_of(*program).name : std::string(id);
  }
  if (const auto* real = std::get_if<double>(&value)) {
    if (key->type == "GB/s") return format_gb_per_s(*real);
    if (setting.path == "training.padding_share") return format_percent(*real);
    return format_number(*real) + (key->type == "GiB" ? " GiB" : "");
  }
  const auto* text = std::get_if<std::string_view>(&value);
  // A library's release is preceded by the library's name, a release of the program itself is not.
  if (text != nullptr && setting.path == "training.program_version" && text->find_first_of("0123456789") == 0)
    return "release " + std::string(*text);
  if (text != nullptr && setting.path == "training.lora.targets" && text->find(',') != text->npos)
    return *text == "q_proj,v_proj" ? "queries and values" : "all linear layers";
  return value_text(value);
}

std::string phrase_of(const OpenSetting& setting, const KeyValue& value) {
  const std::string text = setting_text(value);
  const std::string_view path = setting.phrase_path.empty() ? setting.path : setting.phrase_path;
  for (const Phrase& phrase : phrases) {
    if (phrase.path != path || (!phrase.value.empty() && phrase.value != text)) continue;
    std::string made(phrase.text);
    if (const std::size_t place = made.find('%'); place != std::string::npos)
      made.replace(place, 1, short_value(setting, value));
    return made;
  }
  return std::string(key_part(setting.path)) + ' ' + text;
}

std::string change_of(const OpenFigures& before, const OpenFigures& after) {
  std::vector<std::string> changes;
  const Bytes peak = after.peak - before.peak;
  const double share = before.peak.value() > 0
                           ? static_cast<double>(peak.value()) / static_cast<double>(before.peak.value())
                           : 0;
  if (std::abs(share) > least_peak_share)
    changes.push_back(with_sign(format_gib(Bytes(std::abs(peak.value()))), peak.value() > 0));
  if (before.token_s() > 0 && after.token_s() > 0) {
    const double ratio = after.token_s() / before.token_s();
    const std::string_view unit = before.tokens == after.tokens ? "step" : "token";
    if (std::abs(std::log(ratio)) > std::log1p(least_step_share))
      changes.push_back(
          ratio < 3 ? with_sign(format_percent(std::round(std::abs(ratio - 1) * 100) / 100), ratio > 1) +
                          " a " + std::string(unit)
                    : format_number(ratio, 2) + " times as long a " + std::string(unit));
  }
  if (before.fits != after.fits) changes.emplace_back(after.fits ? "it fits then" : "it does not fit then");
  return with_commas(changes);
}

std::string sentence_of(const UnstatedSetting& open, const Alternative& alternative) {
  return phrase_of(*open.setting, alternative.value) + ": " + change_of(open.figures, alternative.figures);
}

std::string origin_words(const UnstatedSetting& open, const Plan& plan) {
  const std::int64_t longest = plan.model.architecture.max_position_embeddings;
  switch (open.from) {
    case AssumedFrom::program:
      return entry_of(plan.training.program).name + "'s default";
    case AssumedFrom::framework:
      return "as the framework does";
    case AssumedFrom::preset:
      return "from the GPU's preset";
    case AssumedFrom::planner:
      break;
  }
  if (open.setting->path == "training.sequence_length" && longest > 0 &&
      program_setting(plan.training.program, program_way(plan), "length_limit") != nullptr)
    return "assumed; " + entry_of(plan.training.program).name + " sets no limit below the model's " +
           value_text(longest) + " tokens";
  return "assumed";
}

}  // namespace zp
