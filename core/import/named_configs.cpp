// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/named_configs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "core/text/letters.h"

namespace zp::import_io {
namespace {

/// Members of zero_optimization.
constexpr std::string_view stage_1 = R"("stage": 1, "overlap_comm": true)";
constexpr std::string_view stage_2 = R"("stage": 2, "contiguous_gradients": true, "overlap_comm": true)";
/// Axolotl's stage 3, with prefetching off.
constexpr std::string_view stage_3 =
    R"("stage": 3, "overlap_comm": true, "contiguous_gradients": true, "sub_group_size": 0, )"
    R"("reduce_bucket_size": "auto", "stage3_prefetch_bucket_size": "auto", )"
    R"("stage3_param_persistence_threshold": "auto", "stage3_max_live_parameters": 0, )"
    R"("stage3_max_reuse_distance": 0, "stage3_gather_16bit_weights_on_model_save": true)";
/// LLaMA-Factory's sections.
constexpr std::string_view factory_0 =
    R"("stage": 0, "overlap_comm": false, "allgather_bucket_size": 500000000, )"
    R"("reduce_bucket_size": 500000000, "contiguous_gradients": true, "round_robin_gradients": true)";
constexpr std::string_view factory_2 =
    R"("stage": 2, "overlap_comm": false, "allgather_bucket_size": 500000000, )"
    R"("reduce_bucket_size": 500000000, "contiguous_gradients": true, "round_robin_gradients": true)";
constexpr std::string_view factory_3 =
    R"("stage": 3, "overlap_comm": false, "contiguous_gradients": true, "sub_group_size": 1000000000, )"
    R"("reduce_bucket_size": "auto", "stage3_prefetch_bucket_size": "auto", )"
    R"("stage3_param_persistence_threshold": "auto", "stage3_gather_16bit_weights_on_model_save": true)";

/// ms-swift's sections; they state offload to the device "none" if nothing is offloaded.
constexpr std::string_view swift_1 =
    R"("stage": 1, "allgather_partitions": true, "allgather_bucket_size": 200000000, "overlap_comm": false, )"
    R"("reduce_scatter": true, "reduce_bucket_size": 200000000, "contiguous_gradients": true)";
constexpr std::string_view swift_2 =
    R"("stage": 2, "allgather_partitions": true, "allgather_bucket_size": 200000000, "overlap_comm": false, )"
    R"("reduce_scatter": true, "reduce_bucket_size": 200000000, "contiguous_gradients": true)";
constexpr std::string_view swift_3 =
    R"("stage": 3, "overlap_comm": false, "contiguous_gradients": true, "sub_group_size": 1000000000, )"
    R"("reduce_bucket_size": "auto", "stage3_prefetch_bucket_size": "auto", )"
    R"("stage3_param_persistence_threshold": "auto", "stage3_max_live_parameters": 1000000000, )"
    R"("stage3_max_reuse_distance": 1000000000, "stage3_gather_16bit_weights_on_model_save": true)";
/// open-instruct's sections. Many projects copied them; they come from the documentation of transformers
/// (docs/source/en/deepspeed.md).
constexpr std::string_view instruct_2 =
    R"("stage": 2, "overlap_comm": true, "contiguous_gradients": true, "reduce_bucket_size": "auto")";
constexpr std::string_view instruct_3 =
    R"("stage": 3, "overlap_comm": true, "contiguous_gradients": true, "sub_group_size": 1000000000, )"
    R"("reduce_bucket_size": "auto", "stage3_prefetch_bucket_size": "auto", )"
    R"("stage3_param_persistence_threshold": "auto", "stage3_max_live_parameters": 1000000000, )"
    R"("stage3_max_reuse_distance": 1000000000, "stage3_gather_16bit_weights_on_model_save": true)";

/// xtuner's sections, without bucket sizes.
constexpr std::string_view xtuner_1 = R"("stage": 1, "overlap_comm": true)";
constexpr std::string_view xtuner_2 = R"("stage": 2, "overlap_comm": true)";
constexpr std::string_view xtuner_3 =
    R"("stage": 3, "overlap_comm": true, "stage3_gather_16bit_weights_on_model_save": true)";

struct NamedConfig {
  std::string_view file;
  bool is_bf16;  ///< if false, bf16 is "auto"
  std::string_view zero;
  bool optimizer_on_cpu = false, parameters_on_cpu = false, is_pinned = true;
};

/// Files of axolotl 0.18, deepspeed_configs; LLaMA-Factory at ff6d4d1, examples/deepspeed; ms-swift,
/// swift/config, which its option names without a file extension; xtuner at b934f46, configs/deepspeed;
/// open-instruct, configs/ds_configs.
constexpr auto configs = std::to_array<NamedConfig>({
    {"zero1.json", false, stage_1},
    {"zero1_torch_compile.json", false, stage_1},
    {"zero2.json", false, stage_2, true, false, false},
    {"zero2_torch_compile.json", false, stage_2, true, false, false},
    {"zero3.json", false, stage_3},
    {"zero3_bf16.json", true, stage_3},
    {"zero3_bf16_cpuoffload_params.json", true, stage_3, false, true},
    {"zero3_bf16_cpuoffload_all.json", true, stage_3, true, true},
    {"ds_z0_config.json", false, factory_0},
    {"ds_z2_config.json", false, factory_2},
    {"ds_z2_offload_config.json", false, factory_2, true},
    {"ds_z3_config.json", false, factory_3},
    {"ds_z3_offload_config.json", false, factory_3, true, true},
    {"zero0", false, R"("stage": 0)"},
    {"zero1", false, swift_1},
    {"zero2", false, swift_2},
    {"zero2_offload", false, swift_2, true},
    {"zero3", false, swift_3},
    {"zero3_offload", false, swift_3, true, true},
    {"deepspeed_zero1", false, xtuner_1},
    {"deepspeed_zero2", false, xtuner_2},
    {"deepspeed_zero2_offload", false, xtuner_2, true},
    {"deepspeed_zero3", false, xtuner_3},
    {"deepspeed_zero3_offload", false, xtuner_3, true, true},
    {"stage2_no_offloading_accelerate.conf", false, instruct_2},
    {"stage3_no_offloading_accelerate.conf", false, instruct_3},
    {"stage3_no_offloading.conf", false, instruct_3},
    {"stage3_offloading_accelerate.conf", false, instruct_3, true, true},
    {"stage3_offloading.conf", false, instruct_3, true, true},
});

bool is_number_sign(char c) { return c >= '0' && c <= '9'; }

/// Returns the stage in the file name of a ds_config: 3 for "ds_config_zero3.json", "stage_3.json",
/// "ds_z3_offload.json" and "deepspeed3.json"; -1 if there is none.
int stage_in(std::string_view name) {
  constexpr auto words = std::to_array<std::string_view>({"zero", "stage", "deepspeed", "ds", "z"});
  for (std::size_t i = 1; i < name.size(); ++i) {
    if (name[i] < '0' || name[i] > '3' || is_number_sign(name[i - 1])) continue;
    if (i + 1 < name.size() && is_number_sign(name[i + 1])) continue;
    std::string_view before = name.substr(0, i);
    if (before.ends_with('_') || before.ends_with('-')) before.remove_suffix(1);
    const bool is_stage = std::ranges::any_of(words, [before](std::string_view word) {
      return before.ends_with(word) &&
             (before.size() == word.size() || word.size() > 2 ||
              std::isalpha(static_cast<unsigned char>(before[before.size() - word.size() - 1])) == 0);
    });
    if (is_stage) return name[i] - '0';
  }
  return -1;
}

std::string on_cpu(const char* what, bool is_pinned) {
  return std::string(", \"") + what + R"(": {"device": "cpu")" +
         (is_pinned ? R"(, "pin_memory": true})" : "}");
}

/// Returns the text of a ds_config.
std::string config_text_of(const NamedConfig& config) {
  return std::string(
             R"({"train_batch_size": "auto", "train_micro_batch_size_per_gpu": "auto", )"
             R"("gradient_accumulation_steps": "auto", "gradient_clipping": "auto", "bf16": {"enabled": )") +
         (config.is_bf16 ? "true}" : R"("auto"}, "fp16": {"enabled": "auto"})") +
         R"(, "zero_optimization": {)" + std::string(config.zero) +
         (config.optimizer_on_cpu ? on_cpu("offload_optimizer", config.is_pinned) : "") +
         (config.parameters_on_cpu ? on_cpu("offload_param", config.is_pinned) : "") + "}}";
}

/// Returns the beginning and the end of a file name that identify its program: "ds_z", ".json".
std::pair<std::string_view, std::string_view> family_of(std::string_view name) {
  const std::size_t digit = name.find_first_of("0123456789");
  const std::size_t dot = name.rfind('.');
  return {name.substr(0, digit), dot == std::string_view::npos ? std::string_view() : name.substr(dot)};
}

}  // namespace

std::vector<std::string_view> configs_like(std::string_view name) {
  std::vector<std::string_view> found;
  if (std::ranges::find(configs, name, &NamedConfig::file) == configs.end()) return found;
  for (const NamedConfig& config : configs)
    if (config.file != name && family_of(config.file) == family_of(name)) found.push_back(config.file);
  return found;
}

std::optional<std::string> named_config(std::string_view path) {
  const auto slash = path.find_last_of('/');
  const std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  const auto* const found = std::ranges::find(configs, name, &NamedConfig::file);
  if (found == configs.end()) return std::nullopt;
  return config_text_of(*found);
}

bool is_of_axolotl(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.starts_with("zero") && name.ends_with(".json") && path.find("deepspeed_configs/") == path.npos;
}

std::optional<StageOfName> stage_of_name(std::string_view path) {
  const std::string name = lower_case(std::string(path.substr(path.rfind('/') + 1)));
  const int stage = stage_in(name);
  if (stage < 0) return std::nullopt;
  const auto has = [&name](std::string_view word) { return name.find(word) != std::string::npos; };
  const bool offloads = has("offload") && !has("no_offload") && !has("no-offload") && !has("wo_offload") &&
                        !has("nooffload") && stage > 0;
  const bool parameters_alone = has("offload_param") || has("param_offload");
  const bool optimizer_alone = has("offload_opt") || has("optimizer_offload") || has("opt_offload");
  StageOfName found;
  found.stage = stage;
  found.offloads_optimizer = offloads && !parameters_alone;
  found.offloads_parameters = offloads && stage == 3 && !optimizer_alone;
  const std::string plain = "\"stage\": " + std::to_string(stage);
  const bool is_of_accelerate = name.ends_with(".yaml") || name.ends_with(".yml");
  const std::string_view zero = is_of_accelerate || stage < 2 ? std::string_view(plain)
                                : stage == 2                  ? instruct_2
                                                              : instruct_3;
  found.config = config_text_of({"", false, zero, found.offloads_optimizer, found.offloads_parameters});
  return found;
}

}  // namespace zp::import_io
