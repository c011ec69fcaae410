// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reference/differences.h"

#include <cstddef>

namespace zp {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::array zero_paper_differences{
    "It counts model states only: no activations, logits, communication buckets, CUDA context or "
    "fragmentation."sv,
    "Stage 3 leaves out the gathered weights, up to max_live_parameters and prefetch, and the small tensors that stay gathered."sv,
    "K = 12 is fp32 weights, momentum and variance of mixed-precision Adam; the fp32 gradient that "
    "DeepSpeed makes while it steps, 4 more bytes per parameter it steps, is not in it."sv,
    "Other optimizers and fp32 training need another K."sv,
    "It knows no offload to host memory or NVMe."sv,
    "It divides exactly; DeepSpeed pads each parameter group to a multiple of 2·N elements at stages 1 and 2, and each tensor to a multiple of N at stage 3."sv,
    "Some printed figures are cut off rather than rounded, and Table 2 multiplies a rounded figure by the model parallel size (230.4 B where the formula gives 230.8 B)."sv};

constexpr std::array deepspeed_differences{
    "It counts model states only: no activations, logits, CUDA context or fragmentation, and nothing for stages 0 and 1 or NVMe."sv,
    "It leaves out the reduce bucket: 5e8 elements, so 1.0 GB in 16 bits, twice that with overlap_comm at stages 1 and 2."sv,
    "Stage 3 counts one gathered layer (4 bytes per parameter of the largest module); with the default settings DeepSpeed keeps up to 5.5e8 gathered elements, 1.1 GB in 16 bits, and each gather makes a flat copy."sv,
    "The 18 bytes count the fp32 gradient of every parameter all the time; it exists only while stepping, at stage 3 for one sub-group at a time."sv,
    "Stage 3 leaves out the 16-bit gradient partition that DeepSpeed allocates: 2·P/N on each GPU, or with optimizer offload 2·P divided by the number of nodes on each host."sv,
    "Stage 2 with offload asks each node for max(4·G, 16) bytes per parameter, G being the GPUs of all "
    "nodes, which grows with the cluster; the steady need of a node is 18 to 20·P/G for each of "
    "its GPUs."sv,
    "Its host figures carry a factor of 1.5 that no allocation explains."sv,
    "It prints GB and divides by 2^30."sv,
    "The stage 2 tables in its documentation (15.93) come from the formula used up to version 0.14.2; "
    "today's gives 11.29 for the same model."sv};

constexpr std::array article_differences{
    "Its hand table counts 8 bytes of optimizer state per parameter, momentum and variance only; the fp32 master weights add 4, so 7 B parameters need 112 GB without ZeRO, not 84."sv,
    "estimate_memory_usage counts parameters and gradients at 4 bytes by default, which is not mixed "
    "precision, and no master weights; only the word float16 makes parameters 2 bytes, bfloat16 counts 4."sv,
    "Activations are a third of a byte per parameter, a tenth of that with checkpointing, regardless of batch, sequence, layers and attention; the generator even divides them by the number of GPUs."sv,
    "15 % stands for all buckets, gathered weights, workspace, CUDA context and fragmentation."sv,
    "The generator leaves 10 % of an offloaded optimizer on the GPU, where DeepSpeed leaves none, and puts parameters on NVMe at every stage, where DeepSpeed does so at stage 3 only."sv,
    "Its slowdown takes a step of 100 ms for every model and stops at 50 %, and charges stage 1 for "
    "optimizer states that are never sent."sv,
    "Its score adds GiB to a hundredth of the slowdown in percent, so the least memory nearly always wins."sv,
    "Its batch size divides free memory by 4096 bytes a sample, which gives millions; it never reads the batch size that was asked for."sv,
    "The outputs it prints (36.8; 45.2, 12.3 %, 6) are not what its functions return (52.7; 64.0, 50 %, 3,347,447)."sv,
    "The functions divide by 2^30 and say GB; the hand table uses 10^9."sv};

constexpr std::array second_document_differences{
    "Its example gives weights, gradients and optimizer states the same bytes per parameter; "
    "mixed-precision Adam keeps six times as much for the optimizer as for the 16-bit weights (12 bytes against 2)."sv,
    "With 2 B parameters in 16 bits on 4 GPUs, model states take 14, 11 and 8 GB at stages 1, 2 and 3, not 9, 6 and 3."sv,
    "It adds up 6 GB for stage 2 and calls it approximately 5 GB in the next sentence."sv,
    "It names neither model size nor precision, and Adam only as an example; we read its 4 GB of "
    "parameters as 2 B parameters at 2 bytes."sv,
    "It counts model states only: no activations, logits, buckets, gathered weights, CUDA context or "
    "fragmentation."sv};

constexpr std::array zero_infinity_differences{
    "Its 20 bytes per parameter keep the 16-bit and the fp32 gradient of every parameter at once; "
    "DeepSpeed makes the fp32 one while stepping, a sub-group at a time."sv,
    "It counts parameters as 12·nl·hd²: no embeddings, biases or norms, an MLP of width 4·hd with two "
    "matrices and as many key and value heads as query heads."sv,
    "Activations between checkpoints keep the attention scores (2·heads·seq a token); fused attention "
    "keeps none."sv,
    "Working memory for model states is the operator hd → 4·hd; the output layer is often larger, and "
    "DeepSpeed also holds prefetched weights and the flat copy of each gather."sv,
    "Activation working memory in Figure 2a is twice equation 5: 2 bytes an element, which the equation leaves out."sv,
    "It leaves out logits, buckets, staging buffers, CUDA context and fragmentation."sv,
    "Figure 2a prints TB and GB for TiB and GiB, and its working memory of the 0.1T model (1.95) does not follow the formula (1.56)."sv};

constexpr std::array korthikanti_differences{
    "It counts activations only: no model states, gathered weights, buckets, CUDA context or "
    "fragmentation."sv,
    "5·a·s/h is the attention scores with their dropout; fused attention keeps 4 bytes a head and token instead."sv,
    "34 is Megatron's GPT layer with dropout and a GELU MLP of width 4h; a Llama layer in Hugging Face saves RMSNorm's fp32 copies, repeated keys and values and the SwiGLU product: 24·h + 8·f + 8 bytes a token besides attention."sv,
    "Full recomputation counts only the checkpoints; the layer being recomputed comes on top."sv,
    "Its logits are 4·s·b·v in all; Hugging Face holds the 16-bit logits, their fp32 copy and a gradient at the peak."sv,
    "Its sequence parallelism splits norms and dropout inside a tensor parallel group; it is not "
    "DeepSpeed-Ulysses."sv,
    "The paper calls the memory outside the layers negligible (0.01 % at 22B); its own formula gives 0.57 % there."sv};

struct Description {
  std::string_view key, label, title, source;
  std::span<const std::string_view> differences;
};

/// Descriptions of all estimators, in the order of Estimator.
constexpr std::array<Description, all_estimators.size()> descriptions{{
    {"zero_paper", "ZeRO paper", "ZeRO paper (Rajbhandari et al. 2020)",
     "arXiv 1910.02054, section 5, Figure 1, Tables 1 and 2", zero_paper_differences},
    {"deepspeed", "DeepSpeed's estimators", "DeepSpeed's estimators",
     "deepspeed/runtime/zero/stage_1_and_2.py and stage3.py, estimate_zero{2,3}_model_states_mem_needs "
     "(0.19.6)",
     deepspeed_differences},
    {"article", "Article of May 2025", "Article \"DeepSpeed ZeRO: Memory-Efficient Distributed Training\"",
     "7 May 2025, estimate_memory_usage, recommend_zero_config and its hand-made table", article_differences},
    {"second_document", "Comprehensive Analysis",
     "Document \"DeepSpeed ZeRO Optimization Stages: A Comprehensive Analysis\"",
     "its section \"Application Scenarios: Impact of ZeRO Stages on Memory Usage\"",
     second_document_differences},
    {"zero_infinity", "ZeRO-Infinity paper", "ZeRO-Infinity paper (Rajbhandari et al. 2021)",
     "arXiv 2104.07857, section 3 and Figure 2a", zero_infinity_differences},
    {"korthikanti", "Recomputation paper", "Activation recomputation paper (Korthikanti et al. 2022)",
     "arXiv 2205.05198, Table 2, equations 1 to 6, section 4.3, appendix A", korthikanti_differences},
}};

const Description& description_of(Estimator estimator) {
  return descriptions[static_cast<std::size_t>(estimator)];
}

}  // namespace

std::string_view key_of(Estimator estimator) { return description_of(estimator).key; }
std::string_view label_of(Estimator estimator) { return description_of(estimator).label; }
std::string_view title_of(Estimator estimator) { return description_of(estimator).title; }
std::string_view source_of(Estimator estimator) { return description_of(estimator).source; }
std::span<const std::string_view> differences(Estimator estimator) {
  return description_of(estimator).differences;
}

}  // namespace zp
