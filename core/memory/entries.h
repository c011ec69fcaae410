// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/activations/activations.h"
#include "core/formula/arithmetic.h"
#include "core/formula/ledger_symbols.h"
#include "core/formula/named.h"
#include "core/memory/ledger.h"
#include "core/memory/symbols.h"
#include "core/plan/plan.h"
#include "core/sharding/roles.h"

/// Functions that write the ledger, one per kind of bytes. N is the number type of the formulas: with
/// std::int64_t a writer fills the ledger, with Words it explains where the bytes of each entry come from.
/// Internal to memory/.
namespace zp {

/// Text about an entry, written next to the formula it describes.
struct EntryText {
  EntryId id{};
  std::string_view title;    ///< "Optimizer states"
  std::string_view meaning;  ///< one or two sentences
  std::string_view source;   ///< paper equation, or DeepSpeed file and function
  std::string_view lever;    ///< setting that would shrink the entry; "" if there is none
};

/// Target to which the writers add entries.
template <class N>
class Entries;

template <>
class Entries<std::int64_t> {
 public:
  explicit Entries(Ledger& ledger) : ledger_(ledger) {}
  /// Adds an exact entry, unless it has zero bytes.
  void add(const EntryText& text, std::int64_t bytes, Moments moments, bool pinned = false) {
    add_range(text, bytes, bytes, bytes, moments, pinned);
  }
  void add_range(const EntryText& text, std::int64_t low, std::int64_t bytes, std::int64_t high,
                 Moments moments, bool pinned = false) {
    ledger_.add(text.id, Bytes(low), Bytes(bytes), Bytes(high), moments, pinned);
  }
  /// Adds an entry that exists only on one rank of each node.
  void add_on_first_rank(const EntryText& text, std::int64_t low, std::int64_t bytes, std::int64_t high,
                         Moments moments) {
    ledger_.add(text.id, Bytes(low), Bytes(bytes), Bytes(high), moments, false, true);
  }
  /// Removes entries from the GPU at these moments; returns their total bytes.
  std::int64_t move_to_host(std::span<const EntryId> ids, Moments moments) {
    std::int64_t bytes = 0;
    for (Entry& entry : ledger_.entries()) {
      if (std::ranges::find(ids, entry.id) == ids.end()) continue;
      entry.moments = entry.moments.without(moments);
      bytes += entry.bytes.value();
    }
    return bytes;
  }
  [[nodiscard]] const Ledger& ledger() const { return ledger_; }

 private:
  Ledger& ledger_;
};

/// Collects the entries in words. Bytes of other entries that a formula needs are read from the ledger being
/// explained.
template <>
class Entries<Words> {
 public:
  struct Line {
    const EntryText* text = nullptr;
    Words bytes;
  };

  explicit Entries(const Ledger& ledger) : ledger_(ledger) {}
  void add(const EntryText& text, const Words& bytes, Moments /*moments*/, bool /*pinned*/ = false) {
    lines_[static_cast<std::size_t>(text.id)] = {&text, bytes};
  }
  void add_range(const EntryText& text, const Words& /*low*/, const Words& bytes, const Words& high,
                 Moments /*moments*/, bool /*pinned*/ = false) {
    if (high > 0) lines_[static_cast<std::size_t>(text.id)] = {&text, bytes};
  }
  void add_on_first_rank(const EntryText& text, const Words& low, const Words& bytes, const Words& high,
                         Moments moments) {
    add_range(text, low, bytes, high, moments);
  }
  /// Returns the recorded bytes of the entries that leave the GPU.
  [[nodiscard]] std::int64_t move_to_host(std::span<const EntryId> /*ids*/, Moments /*moments*/) const {
    return ledger_.bytes(EntryId::host_resting).value();
  }
  [[nodiscard]] const Ledger& ledger() const { return ledger_; }
  [[nodiscard]] const Line& of(EntryId id) const { return lines_[static_cast<std::size_t>(id)]; }

 private:
  const Ledger& ledger_;
  std::array<Line, entry_id_count> lines_;
};

/// Returns the stored bytes of weights: `trained` and `frozen` elements, each in its type.
template <class N>
N bytes_of_weights(const SymbolsIn<N>& s, const N& trained, const N& frozen) {
  const bool is_one_type = s.trained_bytes == s.weight_bytes && s.frozen_bytes == s.weight_bytes;
  if (is_one_type) return s.weight_bytes * (trained + frozen);
  if (frozen == 0) return s.trained_bytes * trained;
  return s.trained_bytes * trained + s.frozen_bytes * frozen;
}

/// Adds the entries of stage 0 (deepspeed/runtime/fp16/{fused,unfused}_optimizer.py, or a plain optimizer for
/// fp32).
template <class N>
void add_stage0(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// Adds the entries of stages 1 and 2 (deepspeed/runtime/zero/stage_1_and_2.py and bf16_optimizer.py).
template <class N>
void add_stage12(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// Adds the entries of stage 3 (deepspeed/runtime/zero/stage3.py, partition_parameters.py and
/// partitioned_param_coordinator.py).
template <class N>
void add_stage3(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// Adds the entries of PyTorch's own training (DDP, a partitioned optimizer, FSDP), which has no DeepSpeed
/// engine.
template <class N>
void add_pytorch(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// Adds stage 3's whole weights on the GPU: persistent, gathered, prefetched, and kept from forward to
/// backward.
template <class N>
void add_gathered(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// Adds stage 3's bytes outside the GPU: optimizer and parameters on the host or on NVMe.
template <class N>
void add_stage3_offload(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// Adds the tensors that autograd keeps, and the tensors of the loss.
template <class N>
void add_activations(Entries<N>& out, const Plan& plan, const ActivationTermsIn<RealOf<N>>& terms);
/// Adds a vision tower and its projector, described by these terms.
template <class N>
void add_vision(Entries<N>& out, const Plan& plan, const Conditions& conditions,
                const ActivationTermsIn<RealOf<N>>& text);
/// Adds the memory that loading and saving take.
template <class N>
void add_loading_and_saving(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// Adds host memory other than tensors: rounding of pinned buffers, data loader workers, the process. Must
/// run after all other writers of host entries, because it reads these.
template <class N>
void add_host_memory(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);
/// Adds CUDA context and NCCL buffers, which are outside the allocator and known only as a range.
template <class N>
void add_framework(Entries<N>& out, const Plan& plan, const Conditions& conditions);
/// Bytes of tensors on the GPU at training's peak and at the start of the backward pass, and bytes outside
/// the allocator at the start of the backward pass.
struct GpuTensors {
  Bytes at_peak, at_head, others;
};
/// Bytes that the allocator can free before it runs out of memory. `of_reserve`: the part of its reserve that
/// no run needs, at most `of_reserve_at_most` at the high end of the range. `of_loss`: memory of the loss
/// that is still cached at the start of the backward pass.
struct ReleasedMemory {
  Bytes of_reserve, of_reserve_at_most, of_loss;
};
/// Adds memory that the allocator holds but cannot use, as a share of the sum of all other entries. Must run
/// after all other writers. Returns the bytes that the allocator can free.
template <class N>
ReleasedMemory add_fragmentation(Entries<N>& out, const Plan& plan, const GpuTensors& tensors);

/// Returns a ledger's GPU tensors at the moments of GpuTensors, without fragmentation.
GpuTensors gpu_tensors(const Plan& plan, const Ledger& ledger);

/// Adds the memory that a base model in 8 or 4 bits, adapters and a paged optimizer need in addition to
/// ordinary training.
template <class N>
void add_adapters(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);

/// Adds the copies that DeepSpeed's torch_autocast makes of fp32 weights.
template <class N>
void add_autocast(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);

/// Adds the memory that ZenFlow or SuperOffload need in addition to plain optimizer offload.
template <class N>
void add_offload_engine(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);

/// Adds the memory that fp8 products need in addition to 16-bit ones; `tokens` is the number of tokens of a
/// micro batch on one rank.
template <class N>
void add_fp8(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s, const RealOf<N>& tokens);

/// Adds the models other than the policy that a method needs, and the memory of scoring and generation.
template <class N>
void add_roles(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);

/// Adds the memory that an evaluation pass needs in addition to the memory that stays between two steps.
template <class N>
void add_evaluation(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s);

/// Adds all entries except fragmentation.
template <class N>
void add_entries(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  if (plan.training.framework == Framework::fsdp)
    add_pytorch(out, plan, s);
  else if (plan.zero.stage == 0 && !s.has_bf16_optimizer)
    add_stage0(out, plan, s);
  else if (plan.zero.stage == 3)
    add_stage3(out, plan, s);
  else
    add_stage12(out, plan, s);
  auto activations = activation_terms<RealOf<N>>(plan, s.parallel);
  if (value_of(s.kept_activations) > 0) [[unlikely]]
    activations.moved = activations.moved - s.kept_activations;
  add_activations(out, plan, activations);
  if (plan.model.has_vision()) [[unlikely]]
    add_vision(out, plan, s, activations);
  if (plan.training.has_adapters() || s.is_paged) [[unlikely]]
    add_adapters(out, plan, s);
  if (s.tags_types) [[unlikely]]
    add_autocast(out, plan, s);
  if (s.engine != OffloadEngine::plain) [[unlikely]]
    add_offload_engine(out, plan, s);
  if (s.types.products == Dtype::fp8) [[unlikely]]
    add_fp8(out, plan, s, activations.tokens);
  if (!plan.training.method.is_plain()) [[unlikely]]
    add_roles(out, plan, s);
  if (evaluates(plan)) [[unlikely]]
    add_evaluation(out, plan, s);
  add_loading_and_saving(out, plan, s);
  add_host_memory(out, plan, s);
  add_framework(out, plan, s);
}

/// Returns the smallest staging buffers with which a plan with NVMe works; `kinds` are its model's tensors in
/// module order.
SwapBuffers smallest_swap_buffers(const Plan& plan, const Symbols& s, std::span<const TensorKind> kinds);
/// Returns the bytes of a checkpoint. Source: deepspeed/runtime/engine.py, save_checkpoint and
/// save_16bit_model.
CheckpointSize checkpoint_size(const Plan& plan, const Symbols& s);
/// Returns the number of trained elements in that checkpoint, counted once over all ranks.
std::int64_t saved_trained_elements(const Symbols& s);

/// Returns the bytes of one rank's stage-3 partition of all weights. Quantised frozen weights are 8-bit
/// integers (stage3.py:2006-2038).
template <class N>
N partitioned_weights(const Plan& plan, const SymbolsIn<N>& s) {
  const N& frozen = s.sums.frozen_partition;
  return plan.zero.zero_quantized_nontrainable_weights ? s.weight_bytes * s.partition + frozen
                                                       : bytes_of_weights(s, s.partition, frozen);
}

/// Returns the bytes of `elements` with `bytes_each` bytes each (possibly fractional), as a whole number.
template <class N>
N bytes_for(const N& elements, const RealOf<N>& bytes_each) {
  return whole_bytes(bytes_each * as_double(elements));
}

/// DeepSpeed's gradient all-reduce copies up to this many elements into one flat tensor (engine.py,
/// allreduce_bucket).
inline constexpr std::int64_t allreduce_elements = 500'000'000;

/// Returns the moments at which gradients created at `made` exist. With gradient accumulation they persist
/// between micro batches.
inline Moments through_accumulation(const Conditions& conditions, Moments made) {
  return conditions.accumulates ? made | Moments::of(Moment::forward) | Moments::backward() : made;
}

}  // namespace zp
