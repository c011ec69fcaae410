// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/diagnosis/memory_parts.h"
#include "core/rules/check_plan.h"
#include "core/sharding/roles.h"
#include "core/units/format.h"

namespace zp {
namespace {

using diagnosis::Case;
using diagnosis::RemedyPlace;

/// The usual cause of a full GPU in a phase, with the remedies that help there.
struct PhaseRow {
  RunPhase phase{};
  std::string_view call;  ///< part of the call that the row is for; "" for any
  std::string_view cause;
  std::array<diagnosis::RemedyRow, 3> remedies{};
};
using enum RemedyPlace;
constexpr std::string_view generator_start =
    "_initialize_kv_caches\ninitialize_cache\n_allocate_kv_cache\ndetermine_num_available_blocks\n"
    "determine_available_memory\nprofile_run\ncapture_model";
constexpr auto phase_rows = std::to_array<PhaseRow>({
    {RunPhase::loading,
     "",
     "The model was being loaded: its weights were put on the GPU whole, by every rank.",
     {{{launch,
        "Build the model under zero.Init at stage 3, or load it on the host and let the engine divide it"},
       {launch, "Load in 16 bits (torch_dtype), not in fp32"},
       {plan, "Stage 3, with weights offloaded if need be, or 4-bit weights under adapters"}}}},
    {RunPhase::initialisation,
     "initialize_optimizer_states",
     "DeepSpeed makes the optimizer's states inside initialize, by a first step.",
     {{{plan, "Offload of the optimizer to host memory"},
       {plan, "A higher ZeRO stage, or more GPUs to divide the states"},
       {plan, "An optimizer with smaller states (8-bit Adam, Adafactor), or adapters"}}}},
    {RunPhase::initialisation,
     generator_start,
     "A generator (vLLM, SGLang) was starting on this GPU, which training already uses.",
     {{{launch,
        "Lower gpu_memory_utilization of the generator, so that training's memory and its own fit together"},
       {launch, "Start it before training's weights are on the GPU, or give it separate GPUs"},
       {launch, "Lower max_model_len, or let tensor_parallel_size divide its weights"}}}},
    {RunPhase::initialisation,
     "",
     "The engine was being built: master weights, gradients and buffers are made there.",
     {{{plan, "A higher ZeRO stage, or more GPUs"},
       {plan, "Offload of the optimizer to host memory"},
       {launch, "zero.Init at stage 3, so that no GPU holds the whole model first"}}}},
    {RunPhase::forward,
     "",
     "The activations of the forward pass did not fit beside the memory that training keeps.",
     {{{plan, "Full activation checkpointing"},
       {plan, "Half the micro batch and twice the accumulation"},
       {plan, "Shorter sequences, or sequence parallelism"}}}},
    {RunPhase::loss,
     "",
     "Each copy of the logits has tokens × vocabulary elements, each of four bytes in fp32.",
     {{{plan, "A chunked or fused loss (Liger-Kernel), which never holds all logits"},
       {plan, "Half the micro batch and twice the accumulation, or shorter sequences"},
       {plan, "Sequence or context parallelism, which divides the tokens"}}}},
    {RunPhase::backward,
     "",
     "Saved activations and gradients fill the GPU in the backward pass.",
     {{{plan, "Full activation checkpointing"},
       {plan, "Half the micro batch and twice the accumulation"},
       {plan, "A smaller reduce_bucket_size, or stage 2, which divides the gradients"}}}},
    {RunPhase::reduce,
     "",
     "Gradients were being reduced: bucket and copies come on top of the activations.",
     {{{plan, "A smaller reduce_bucket_size (overlap_comm doubles it)"},
       {plan, "Half the micro batch and twice the accumulation"},
       {plan, "Stage 2 or 3, which divides the gradients"}}}},
    {RunPhase::step,
     "",
     "The optimizer makes its states or temporaries at its first step, after everything else is on the GPU.",
     {{{plan, "Offload of the optimizer to host memory"},
       {plan, "A higher ZeRO stage"},
       {plan, "A fused optimizer or a smaller sub_group_size, which need smaller temporaries"}}}},
    {RunPhase::evaluate,
     "nested",
     "Trainer keeps the logits of all evaluation batches on the GPU until evaluation ends.",
     {{{launch, "eval_accumulation_steps, which moves them to the host after so many batches"},
       {launch, "preprocess_logits_for_metrics that returns the argmax, or prediction_loss_only"},
       {launch, "A smaller evaluation batch"}}}},
    {RunPhase::evaluate,
     "",
     "Evaluation needs memory in addition to what training keeps on the GPU: for its batch, its logits and "
     "the collected results.",
     {{{launch, "A smaller per_device_eval_batch_size"},
       {launch, "eval_accumulation_steps, preprocess_logits_for_metrics or prediction_loss_only"},
       {launch, "Evaluation without gradients (torch.no_grad) and after empty_cache"}}}},
    {RunPhase::generate,
     "",
     "Generation needs memory in addition to what training keeps on the GPU: for keys and values, or for "
     "gathered weights.",
     {{{launch,
        "Lower gpu_memory_utilization of the generator, and its sleep mode or an offload of training while "
        "it runs"},
       {launch,
        "Gather and send the weights in pieces (move_model_batches, ds3_gather_for_generation false)"},
       {launch, "Fewer or shorter sequences generated at a time"}}}},
    {RunPhase::save,
     "undo_layout\n_save_to_state_dict",
     "Saving an 8-bit model makes a second copy of each weight on the GPU.",
     {{{launch, "Save the adapter only"},
       {launch, "Another release of bitsandbytes, which saves without that copy (0.37.2 did)"},
       {launch, "Empty the cache before saving"}}}},
    {RunPhase::save,
     "",
     "Saving gathers or copies weights on the GPU, on top of what training keeps.",
     {{{launch,
        "Save the partitions of each rank (save_checkpoint) and join them afterwards with zero_to_fp32.py"},
       {plan, "stage3_gather_16bit_weights_on_model_save false, or FSDP's state_dict with offload_to_cpu"},
       {launch, "Save the adapter only, after emptying the cache"}}}},
    {RunPhase::unknown,
     "_all_gather\n_allgather_params",
     "Stage 3 was gathering parameters in addition to all other memory; a program that gathers the whole "
     "model at once (for generation, or to send it to an engine) needs memory for all of it.",
     {{{launch,
        "Gather and send the weights in pieces (move_model_batches, ds3_gather_for_generation false)"},
       {plan, "Smaller stage3_max_live_parameters and stage3_prefetch_bucket_size"},
       {launch, "Leave more room: a smaller micro batch, or less memory for a generator on the same GPU"}}}},
    {RunPhase::unknown,
     "",
     "",
     {{{plan, "Full activation checkpointing"},
       {plan, "Half the micro batch and twice the accumulation, or shorter sequences"},
       {plan, "A higher ZeRO stage, offload, or more GPUs"}}}},
});

bool names_call(std::string_view part, const Case& sign) {
  const std::string& calls = sign.incident.calls;
  while (!part.empty()) {
    const std::string_view name = part.substr(0, part.find('\n'));
    if (calls.find(name) != std::string::npos) return true;
    part.remove_prefix(std::min(part.size(), name.size() + 1));
  }
  return false;
}

/// A single allocation larger than the whole GPU, which dividing the model cannot help.
constexpr PhaseRow larger_than_gpu{
    RunPhase::unknown,
    "",
    "One allocation is larger than the whole GPU: attention that holds all its scores, logits of all tokens, "
    "or a size "
    "that was computed wrongly.",
    {{{launch, "Attention that does not hold its scores: FlashAttention or SDPA (attn_implementation)"},
      {plan, "Shorter sequences (or smaller images), and fewer of them at once"},
      {launch,
       "Look at the shape of the tensor in the last call of the traceback: an absurdly large size is an "
       "error in the program"}}}};
bool is_larger_than_gpu(const OutOfMemory& message) {
  return message.requested && message.capacity && *message.requested > *message.capacity;
}

const PhaseRow& row_of_phase(const Case& sign, RunPhase phase) {
  if (is_larger_than_gpu(*sign.memory)) return larger_than_gpu;
  const auto row = std::ranges::find_if(phase_rows, [&](const PhaseRow& known) {
    return known.phase == phase && (known.call.empty() || names_call(known.call, sign));
  });
  return row == phase_rows.end() ? phase_rows.back() : *row;
}

RunPhase phase_of_name(std::string_view name) {
  const auto at = std::ranges::find(run_phase_names, name);
  return at == run_phase_names.end() ? RunPhase::unknown
                                     : static_cast<RunPhase>(at - run_phase_names.begin());
}

void add(Death& death, RemedyPlace place, std::string text) {
  death.remedies.push_back({{std::move(text), std::nullopt, Bytes(), 0, 0}, diagnosis::name_of(place)});
}

std::string sentence_of_others(const OutOfMemory& message, const MemorySum& sum, const LogFacts& facts) {
  std::string text =
      "Other processes hold " + amount(*sum.others) + " of the GPU's " + amount(*message.capacity);
  const std::optional<double> own = message.process ? message.process : message.reserved;
  if (own) text += "; this run has only " + amount(*own);
  text += facts.has_generator ? ". Most likely a generator runs on the same GPU."
                              : ": another rank or job on the same GPU, or one that did not end.";
  return text;
}

void add_remedies_of_others(const LogFacts& facts, Death& death) {
  if (facts.has_generator)
    add(death, launch, "Lower gpu_memory_utilization of the generator, or let it sleep while training runs");
  add(death, machine, "Use nvidia-smi to see which processes use the GPU; end leftover ones, or wait");
  add(death, launch,
      "Another GPU (CUDA_VISIBLE_DEVICES), and one rank per GPU (torch.cuda.set_device(LOCAL_RANK))");
}

bool is_of_logits(const std::string& cause) { return cause.find("ogits") != std::string::npos; }

/// Returns " (65,536 tokens × 151,936 words × 4 bytes)" if the plan's logits have the requested size.
std::string product_of_logits(const Case& sign) {
  if (sign.plan == nullptr || !sign.plan->model.has_shape() || !sign.memory->requested) return "";
  const std::int64_t tokens = sequences_at_once(sign.plan->training) * sign.plan->training.sequence_length /
                              sequence_ranks(sign.plan->training);
  const std::int64_t words = sign.plan->model.architecture.vocab_size;
  for (const int bytes : {4, 2}) {
    const double product = static_cast<double>(tokens) * static_cast<double>(words) * bytes;
    if (std::abs(product - *sign.memory->requested) < 0.01 * product)
      return " That is one copy of the logits: " + format_count(tokens) + " tokens × " + format_count(words) +
             " words × " + format_count(bytes) + " bytes.";
  }
  return "";
}

/// Returns true if the plan affects memory in that phase; other phases have settings of their own.
bool is_of_plan(RunPhase phase) {
  return phase != RunPhase::evaluate && phase != RunPhase::generate && phase != RunPhase::save;
}

/// Share of the GPU above which unused blocks are the first thing to reduce.
constexpr double worthwhile_share = 0.05;
void add_defragmentation(const MemorySum& sum, Death& death) {
  add(death, launch,
      "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True: " + amount(sum.unused) +
          " were reserved and unused, more than was requested");
  add(death, launch, "empty_cache before the step that needs one large block");
}

constexpr int most_nodes_tried = 64;
constexpr std::int64_t most_divided = 8;

/// Tries changes that are not dimensions of the search.
class LargerChanges {
 public:
  LargerChanges(const Case& one, Death& death) : plan_(*one.plan), death_(death) {
    const double short_by = memory_sum(*one.memory).short_by.value_or(0);
    if (one.memory->capacity)
      excess_ = std::max(Bytes(), bytes_of(*one.memory->capacity + short_by) - one.estimate->gpu.peak);
  }
  /// Adds the change and returns true if its plan fits.
  bool add_if_it_fits(const Plan& plan, std::string label) {
    const std::vector<Finding> findings = check(plan);
    if (!is_usable(findings) || stops(findings)) return false;
    const MemoryEstimate estimate = estimate_memory(plan);
    if (!estimate.fits() || estimate.gpu.peak + excess_ > estimate.gpu.capacity) return false;
    death_.remedies.push_back(
        {{std::move(label), plan, estimate.gpu.peak, 0}, diagnosis::name_of(RemedyPlace::plan)});
    return true;
  }
  [[nodiscard]] const Plan& plan() const { return plan_; }

 private:
  Plan plan_;
  Death& death_;
  Bytes excess_;  ///< bytes that the run needed beyond the estimate
};

/// Adds the smallest sequence-parallel degree and the smallest number of nodes, each found by doubling, with
/// which the plan fits; adds a sentence if there is none.
void add_larger_changes(const Case& sign, Death& death) {
  LargerChanges changes(sign, death);
  bool is_any = false;
  for (std::int64_t parts = 2; parts <= most_divided; parts *= 2) {
    Plan plan = changes.plan();
    plan.training.sequence_parallel *= static_cast<int>(parts);
    if ((is_any = changes.add_if_it_fits(
             plan, "Sequence parallelism over " + format_count(plan.training.sequence_parallel) + " GPUs")))
      break;
  }
  for (std::int64_t parts = 2; parts <= most_divided; parts *= 2) {
    Plan plan = changes.plan();
    plan.training.sequence_length /= parts;
    if (changes.add_if_it_fits(plan,
                               "Sequences of " + format_count(plan.training.sequence_length) + " tokens")) {
      is_any = true;
      break;
    }
  }
  for (int factor = 2; factor <= most_nodes_tried; factor *= 2) {
    Plan plan = changes.plan();
    plan.cluster.nodes *= factor;
    if (!changes.add_if_it_fits(plan, format_count(plan.cluster.nodes) + " nodes of " +
                                          format_count(plan.cluster.gpus_per_node) + " GPUs"))
      continue;
    is_any = true;
    break;
  }
  if (!is_any)
    add(death, RemedyPlace::plan,
        "No change that was tried makes this plan fit, with up to " + format_count(most_nodes_tried) +
            " times as many nodes and an eighth of the sequence: a smaller model, adapters, or GPUs with "
            "more "
            "memory");
}

}  // namespace

void explain_gpu_memory(const Case& sign, const MemoryDiagnosis& diagnosis, Death& death) {
  const OutOfMemory& message = *sign.memory;
  const MemorySum sum = memory_sum(message);
  death.others = sum.others;
  if (death.phase == RunPhase::unknown && sign.plan != nullptr) death.phase = phase_of_name(diagnosis.phase);
  if (is_of_logits(diagnosis.cause) && (death.phase == RunPhase::forward || death.phase == RunPhase::unknown))
    death.phase = RunPhase::loss;
  const PhaseRow& row = row_of_phase(sign, death.phase);
  if (sum.is_caused_by_other_processes) {
    death.cause = sentence_of_others(message, sum, sign.facts);
    if (message.requested) death.cause += " " + amount(*message.requested) + " were requested.";
    add_remedies_of_others(sign.facts, death);
    if (sum.others.value_or(0) >= sum.short_by.value_or(0)) return;  // changing this run would not help
  } else {
    if (message.requested)
      death.cause = diagnosis.cause + (death.phase == RunPhase::loss ? product_of_logits(sign) : "");
    const bool is_free = message.requested && message.free && *message.free >= *message.requested;
    if (is_free)
      death.cause += " The driver still named " + amount(*message.free) +
                     " free, at least as much as requested: the free memory is not contiguous.";
    if (!row.cause.empty()) death.cause += (death.cause.empty() ? "" : " ") + std::string(row.cause);
    if (message.process && message.capacity)
      death.cause += " This run holds " + amount(*message.process) + " of " + amount(*message.capacity) + ".";
    if (death.cause.empty()) death.cause = "The GPU's memory ran out; the message names no amounts.";
  }
  const bool is_mostly_unused =
      sum.is_fragmented && sum.unused > worthwhile_share * message.capacity.value_or(0);
  if (is_mostly_unused) add_defragmentation(sum, death);
  if (!is_of_plan(death.phase) || sign.plan == nullptr) {
    for (const diagnosis::RemedyRow& remedy : row.remedies)
      if (!remedy.text.empty()) add(death, remedy.place, std::string(remedy.text));
    if (sum.is_fragmented && !is_mostly_unused) add_defragmentation(sum, death);
    return;
  }
  bool is_any = is_mostly_unused;
  for (const Cure& cure : diagnosis.cures)
    if (cure.plan) {
      death.remedies.push_back({cure, diagnosis::name_of(RemedyPlace::plan)});
      is_any = true;
    }
  if (sum.is_fragmented && !is_mostly_unused) add_defragmentation(sum, death);
  if (!is_any) add_larger_changes(sign, death);
}

}  // namespace zp
