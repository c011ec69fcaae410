// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/catalog/programs.h"
#include "core/plan_file/key_rows.h"

namespace zp::plan_io {
namespace {

constexpr auto method_rows = std::to_array<KeyRow>({
    key<&Plan::training, &Training::lora, &Lora::rank>(
        {.path = "training.lora.rank",
         .range = {0, 65'536},
         .meaning = "Rank of LoRA adapters; 0 = every parameter is trained. How they are scaled (rsLoRA) "
                    "costs nothing."}),
    {.path = "training.lora.targets",
     .type = "list of q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, down_proj",
     .default_text = "q_proj, v_proj",
     .meaning = "Modules that get an adapter; \"all-linear\" is all that the model has."},
    key<&Plan::training, &Training::lora, &Lora::dropout>(
        {.path = "training.lora.dropout",
         .type = "number from 0 to 1",
         .range = {0, 1},
         .meaning = "Dropout probability of every adapter's input; above 0 masks and outputs are kept."}),
    key<&Plan::training, &Training::lora, &Lora::dora>(
        {.path = "training.lora.dora",
         .meaning = "Train the magnitude of each target's weights apart from their direction (DoRA)."}),
    key<&Plan::training, &Training::lora, &Lora::in_fp32>(
        {.path = "training.lora.in_fp32",
         .meaning =
             "Adapters of a 16-bit model are upcast to fp32, and every target's input with them (PEFT "
             "since 0.12: autocast_adapter_dtype). DeepSpeed's engine casts them back: no effect there."}),
    key<&Plan::training, &Training::lora, &Lora::modules_to_save>(
        {.path = "training.lora.modules_to_save",
         .meaning = "Modules that are fully trained in addition to the adapters: a trained copy of each."}),
    key<&Plan::training, &Training::frozen_precision>(
        {.path = "training.frozen_precision",
         .meaning = "How the frozen linear layers of the blocks are stored while adapters are trained: in "
                    "the weights' type (auto), as 8-bit integers, or in 4 bits (QLoRA); embeddings, norms "
                    "and head stay in the weights' type."}),
    key<&Plan::training, &Training::double_quantization>(
        {.path = "training.double_quantization",
         .meaning = "With nf4, quantise the scales too: 0.127 bits a weight instead of 0.5."}),
    key<&Plan::training, &Training::quantize_experts>(
        {.path = "training.quantize_experts",
         .meaning =
             "Quantise routed experts that are stored as one parameter for each projection too "
             "(Axolotl's quantize_moe_experts, Unsloth). bitsandbytes leaves them in the weights' type: "
             "those of GPT-OSS, and all since transformers 5."}),
    key<&Plan::training, &Training::method, &MethodSettings::method>(
        {.path = "training.method",
         .meaning = "Training method, which determines the models besides the policy. Preference methods and "
                    "reward models read chosen and rejected at once."}),
    {.path = "training.program",
     .kind = KeyKind::word,
     .type = "program id",
     .default_text = "none",
     .meaning = "The program that trains, whose defaults hold for what the plan leaves out, as read in its "
                "source; \"zero-planner presets programs\" lists them all. none: no program is assumed, and "
                "TRL for methods that it alone decides.",
     .listed = program_words,
     .listing_command = "presets programs",
     .value = [](const Plan& plan) -> KeyValue { return name_of(plan.training.program); },
     .set =
         [](Plan& plan, const KeyValue& value) {
           plan.training.program = find_program(std::get<std::string_view>(value)).value();
         }},
    {.path = "training.program_version",
     .type = "releases",
     .meaning = "Releases of the program (\"0.27\") and of the libraries that it uses (\"transformers 4.46, "
                "accelerate 0.30\"), where a default changed; absent: the newest. A library that is left out "
                "is taken as of the same day."},
    key<&Plan::training, &Training::method, &MethodSettings::reference>(
        {.path = "training.reference",
         .meaning = "Source of the reference's log-probabilities: a model of its own, the policy with its "
                    "adapters switched off, the data set, or none; auto: adapters switched off if there are "
                    "any, and the program's default with ppo and grpo."}),
    key<&Plan::training, &Training::method, &MethodSettings::generation>(
        {.path = "training.generation",
         .meaning = "Generator of the sequences: the model that is trained, vLLM on the same GPUs, or a "
                    "server on others; "
                    "auto: the program's default."}),
    key<&Plan::training, &Training::method, &MethodSettings::completion_length>(
        {.path = "training.completion_length",
         .type = "tokens",
         .range = {1, 1 << 30},
         .meaning = "Generated tokens of a sequence: with grpo in TRL and ms-swift only they have logits."}),
    key<&Plan::training, &Training::method, &MethodSettings::engine_share>(
        {.path = "training.engine_share",
         .type = "number from 0 to 1",
         .range = {0, 1},
         .meaning = "Share of a GPU's memory that vLLM takes (gpu_memory_utilization)."}),
    key<&Plan::training, &Training::method, &MethodSettings::engine_ranks>(
        {.path = "training.engine_ranks",
         .range = rank_range,
         .meaning = "GPUs that one vLLM engine is divided over (its tensor parallel size)."}),
    key<&Plan::training, &Training::method, &MethodSettings::engine_sleeps>(
        {.path = "training.engine_sleeps",
         .meaning = "vLLM frees its memory while the policy trains (enable_sleep_mode)."}),
    key<&Plan::training, &Training::method, &MethodSettings::rests_on_host>(
        {.path = "training.rests_on_host",
         .meaning = "Tensors of the policy that stay in host memory while vLLM generates on its GPUs, and "
                    "return before it trains: optimizer (the states, and master weights), weights, or all "
                    "(verl's param_offload and optimizer_offload, OpenRLHF's ds.enable_sleep)."}),
    key<&Plan::training, &Training::method, &MethodSettings::rollout, &Rollout::prompts>(
        {.path = "training.rl.prompts",
         .range = {0, 1 << 30},
         .meaning = "Prompts of one generation, over all GPUs; 0: the global batch over the samples. A "
                    "generation of more sequences than the global batch serves several steps."}),
    key<&Plan::training, &Training::method, &MethodSettings::rollout, &Rollout::samples>(
        {.path = "training.rl.samples",
         .range = {0, 1 << 20},
         .meaning = "Sequences generated for each prompt (num_generations, n); 0: one."}),
    key<&Plan::training, &Training::method, &MethodSettings::rollout, &Rollout::prompt_tokens>(
        {.path = "training.rl.prompt_tokens",
         .type = "tokens",
         .range = {0, 1 << 30},
         .meaning = "Mean length of a prompt; 0: the part of training.sequence_length that the longest "
                    "completion leaves."}),
    key<&Plan::training, &Training::method, &MethodSettings::rollout, &Rollout::response_tokens>(
        {.path = "training.rl.response_tokens",
         .type = "tokens",
         .range = {0, 1 << 30},
         .meaning = "Mean length of a completion. 0: not stated, and the step is that of training alone."}),
    key<&Plan::training, &Training::method, &MethodSettings::rollout, &Rollout::response_tokens_max>(
        {.path = "training.rl.response_tokens_max",
         .type = "tokens",
         .range = {0, 1 << 30},
         .meaning = "Longest completion, which ends a generation: the limit, if any sequence reaches it. 0: "
                    "training.completion_length, at least twice the mean."}),
    key<&Plan::training, &Training::method, &MethodSettings::rollout, &Rollout::scored_batch>(
        {.path = "training.rl.scored_batch",
         .range = {0, 1 << 20},
         .meaning =
             "Sequences of one forward pass that computes log-probabilities, rewards or values of generated "
             "sequences (verl's log_prob_micro_batch_size_per_gpu, OpenRLHF's rollout.micro_batch_size); 0: "
             "as many as a micro batch of training has, and 64 in TRL's PPO."}),
    key<&Plan::training, &Training::method, &MethodSettings::rollout, &Rollout::engine_gpus>(
        {.path = "training.rl.engine_gpus",
         .range = {0, 1 << 20},
         .meaning = "GPUs of a server that generates (training.generation server); 0: as many as train."}),
    key<&Plan::training, &Training::method, &MethodSettings::rollout, &Rollout::overlaps>(
        {.path = "training.rl.one_step_off",
         .meaning = "The next batch is generated on other GPUs while this one trains (one step off, fully "
                    "asynchronous)."}),
    key<&Plan::training, &Training::method, &MethodSettings::rollout, &Rollout::reward_seconds>(
        {.path = "training.rl.reward_s",
         .type = "s",
         .range = {0, 1e7},
         .meaning = "Seconds that rewards take after a generation: running code, tools, a remote model."}),
    {.path = "training.roles",
     .type = "list of {name, model, precision, stage, offload_param, placement}",
     .meaning = "The models besides the policy, each named reference, reward, critic or teacher: those whose "
                "model, precision, stage, offload or GPUs differ from the policy's."},
});

}  // namespace

std::span<const KeyRow> method_keys() { return method_rows; }

}  // namespace zp::plan_io
