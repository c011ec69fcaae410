// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rule.h"
#include "core/sharding/fp8.h"

/// Rules about fp8 matrix products and gathers.
namespace zp {
namespace {

constexpr std::string_view products = "training.types.products", gathered = "training.types.gathered",
                           recipe = "training.fp8_recipe";

constexpr RuleChange products_in_16_bits = {"Multiply in 16 bits", [](Plan& plan) {
                                              StatedTypes& types = plan.training.types;
                                              types.products = StatedType::automatic;
                                              plan.training.fp8_recipe = Fp8Recipe::automatic;
                                              if (types.gathered == StatedType::fp8)
                                                types.gathered = StatedType::automatic;
                                            }};
constexpr RuleChange gathers_as_usual = {
    "Gather in 16 bits", [](Plan& plan) { plan.training.types.gathered = StatedType::automatic; }};
constexpr RuleChange usual_recipe = {"The usual recipe",
                                     [](Plan& plan) { plan.training.fp8_recipe = Fp8Recipe::automatic; }};
constexpr RuleChange tensorwise = {"Scale by tensor",
                                   [](Plan& plan) { plan.training.fp8_recipe = Fp8Recipe::tensorwise; }};

std::string recipe_name(const Plan& plan) { return std::string(name_of(fp8_recipe(plan).recipe)); }

void ask_fp8_units(const Subject& subject, const FindingWriter& say) {
  const GpuPreset* gpu = binding_preset(subject.plan.cluster);
  if (!multiplies_in_fp8(subject.plan) || gpu == nullptr || gpu->fp8_tflops > 0) return;
  say(gpu->name +
          " has no units for fp8; NVIDIA's have them from compute capability 8.9 on (Ada, Hopper), "
          "AMD's from CDNA3 on.",
      "Set training.types.products to auto, or choose such a GPU.");
}

void ask_scales_of_blocks(const Subject& subject, const FindingWriter& say) {
  const GpuPreset* gpu = binding_preset(subject.plan.cluster);
  if (!multiplies_in_fp8(subject.plan) || gpu == nullptr || gpu->fp8_tflops <= 0) return;
  if (!fp8_recipe(subject.plan).needs_blocks_of_32) return;
  if (gpu->generation.starts_with("Blackwell") || gpu->generation == "CDNA4") return;
  say(recipe_name(subject.plan) + " scales blocks of 32 elements, which the units of " + gpu->name +
          " do not.",
      "Choose another recipe, or a GPU of the Blackwell or CDNA4 generation.");
}

void ask_gathers_alone(const Subject& subject, const FindingWriter& say) {
  if (subject.training.types.gathered != StatedType::fp8 || multiplies_in_fp8(subject.plan)) return;
  say("Weights are gathered in fp8 only for products in fp8.",
      "Set training.types.products to fp8, or training.types.gathered to auto.");
}

void ask_gathering_framework(const Subject& subject, const FindingWriter& say) {
  const Training& training = subject.training;
  if (!gathers_in_fp8(subject.plan)) return;
  constexpr int shards_weights = 2;
  if (training.framework == Framework::fsdp && training.fsdp_version != 1 &&
      subject.zero.stage >= shards_weights)
    return;
  say("Only FSDP2 gathers weights in fp8: DeepSpeed and FSDP1 gather flat buffers of one type, and DDP "
      "gathers no weights.",
      "Set training.types.gathered to auto, or training.framework to fsdp with training.fsdp_version 2.");
}

void ask_gathering_recipe(const Subject& subject, const FindingWriter& say) {
  if (!gathers_in_fp8(subject.plan) || fp8_recipe(subject.plan).gathers_fp8) return;
  say("Weights that are gathered in fp8 have one scale for each tensor, and " + recipe_name(subject.plan) +
          " has others.",
      "Set training.types.gathered to auto, or training.fp8_recipe to tensorwise.");
}

void ask_unused_recipe(const Subject& subject, const FindingWriter& say) {
  if (subject.training.fp8_recipe == Fp8Recipe::automatic || multiplies_in_fp8(subject.plan)) return;
  say("The recipe applies only to products in fp8, and this plan has none.",
      "Set training.types.products to fp8, or the recipe to auto.");
}

void ask_quantised_base(const Subject& subject, const FindingWriter& say) {
  if (!multiplies_in_fp8(subject.plan) || !subject.training.quantizes_frozen()) return;
  say("A base of 4 or 8 bits is dequantised to 16 bits for its products, so no product runs in fp8.",
      "Set training.types.products to auto, or training.frozen_precision to auto.");
}

void ask_loading_of_torchao(const Subject& subject, const FindingWriter& say) {
  const Training& training = subject.training;
  const bool is_fsdp2 = training.framework == Framework::fsdp && training.fsdp_version != 1;
  if (!multiplies_in_fp8(subject.plan) || fp8_recipe(subject.plan).keeps_fp8 || !is_fsdp2) return;
  if (training.loading != Loading::first_rank || subject.zero.stage < 2) return;
  say("accelerate refuses torchao's fp8 under FSDP2 if only the first rank loads the model "
      "(cpu_ram_efficient_loading).",
      "Set training.loading to every_rank.");
}

constexpr std::array<Rule, 8> fp8_rows_of_rules = {
    {{.code = "fp8_units",
      .severity = Severity::fails_later,
      .keys = {products, "cluster.gpu.preset"},
      .source = "torch._scaled_mm: compute capability 8.9 or newer, or MI300; TransformerEngine "
                "pytorch/fp8.py, check_fp8_support",
      .ask = ask_fp8_units,
      .changes = {products_in_16_bits},
      .at_export = ExportEffect::silent},
     {.code = "fp8_scales_of_blocks",
      .severity = Severity::fails_later,
      .keys = {recipe, "cluster.gpu.preset"},
      .source = "TransformerEngine pytorch/fp8.py, check_mxfp8_support: compute capability 10.0; torchao "
                "prototype/mx_formats",
      .ask = ask_scales_of_blocks,
      .changes = {usual_recipe, tensorwise},
      .at_export = ExportEffect::silent},
     {.code = "fp8_gathers_alone",
      .severity = Severity::fails_later,
      .keys = {gathered, products},
      .source = "torchao/float8/fsdp_utils.py: the weights of Float8Linear",
      .ask = ask_gathers_alone,
      .changes = {gathers_as_usual},
      .at_export = ExportEffect::silent},
     {.code = "fp8_gathers_need_fsdp2",
      .severity = Severity::fails_later,
      .keys = {gathered, "training.framework", "training.fsdp_version"},
      .source = "torchao/float8/fsdp_utils.py, fsdp_pre_all_gather: a hook of torch's fully_shard alone",
      .ask = ask_gathering_framework,
      .changes = {gathers_as_usual},
      .at_export = ExportEffect::silent},
     {.code = "fp8_gathers_need_tensorwise",
      .severity = Severity::fails_later,
      .keys = {gathered, recipe},
      .source = "torchao/float8/config.py:271-273",
      .ask = ask_gathering_recipe,
      .changes = {gathers_as_usual, tensorwise},
      .at_export = ExportEffect::silent},
     {.code = "fp8_recipe_unused",
      .severity = Severity::ignored,
      .keys = {recipe},
      .source = "training.types.products decides",
      .ask = ask_unused_recipe,
      .changes = {usual_recipe},
      .at_export = ExportEffect::silent},
     {.code = "fp8_quantised_base",
      .severity = Severity::ignored,
      .keys = {products, "training.frozen_precision"},
      .source = "bitsandbytes nn/modules.py, Linear4bit and Linear8bitLt: no nn.Linear that torchao or "
                "Transformer Engine replace",
      .ask = ask_quantised_base,
      .changes = {products_in_16_bits},
      .at_export = ExportEffect::silent},
     {.code = "fp8_loads_on_first_rank",
      .severity = Severity::fails_later,
      .keys = {"training.loading", products},
      .source = "accelerate 1.10, accelerator.py:517-526",
      .ask = ask_loading_of_torchao,
      .changes = {{{"Load on every rank", [](Plan& plan) { plan.training.loading = Loading::every_rank; }}}},
      .at_export = ExportEffect::silent}}};

}  // namespace

std::span<const Rule> fp8_rules() { return fp8_rows_of_rules; }

}  // namespace zp
