// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/memory/entries.h"
#include "core/sharding/state_dicts.h"

namespace zp {
namespace {

using enum EntryId;

/// Host memory of a training process before its model: libraries, CUDA's host side, the data set's index and
/// the operating system's share. Measured before the engine was built, with one process per node (row MM0436
/// of tests/data/memory-measured.csv: "start 7.77"; BigScience's nodes with four processes take 7.5 to 8.5
/// each).
constexpr double process_low_gib = 7.5, process_gib = 7.77, process_high_gib = 8.5;

/// Before this version the engine stepped its optimizer once during construction, so that the states existed
/// before the data loader started (pull request 5104).
constexpr DeepSpeedVersion makes_states_late{0, 13, 3};

constexpr EntryText pinning{host_pinning, "Temporary copy for pinning",
                            "The pageable buffer that is copied into a pinned one; only the largest counts.",
                            "torch.Tensor.pin_memory copies; DeepSpeed stage_1_and_2.py:492-507, "
                            "stage3.py:742-748",
                            "zero.offload_optimizer"};
constexpr EntryText rounding{host_rounding, "Rounding of pinned buffers",
                             "PyTorch's pinned allocator rounds each request up to a power of two.",
                             "aten/src/ATen/core/CachingHostAllocator.h; pytorch issue 95823",
                             "zero.offload_optimizer"};
constexpr EntryText partitions{
    host_partitions, "Pinned buffers from loading",
    "Each trained tensor's partition is pinned on its own, then moved into one flat buffer; the pinned "
    "allocator keeps what it frees. Frozen weights stay where they were loaded.",
    "DeepSpeed runtime/zero/partition_parameters.py:1814; stage3.py:839-862", "zero.offload_param"};
constexpr EntryText workers{
    host_workers, "Pages of data loader workers",
    "Workers are forked after the engine is built (by Trainer again for each epoch) and share its pages; "
    "when training overwrites a page, the workers keep the old one.",
    "torch/utils/data/dataloader.py (fork); Linux copy-on-write", "training.data_workers"};
constexpr EntryText process{host_process, "Process overhead",
                            "Libraries, CUDA's host side and the operating system's share, measured.",
                            "A node's used memory before the engine was built: 7.77 GiB for one process", ""};

/// Returns true if the tensors remain on the host after the engine is built.
bool is_kept(const Entry& entry) {
  return entry.component != Component::fragmentation && entry.component != Component::framework &&
         entry.moments.has(Moment::initialisation) && entry.moments.has(Moment::forward);
}

/// Returns true if pinning needs a second copy: the pageable source still exists while the pinned buffer is
/// filled.
bool is_copied_while_pinned(const Entry& entry) {
  return entry.pinned && entry.moments.has(Moment::initialisation) &&
         entry.component != Component::offload_staging && entry.id != host_partitions;
}

/// Returns the pinned bytes of the stage-3 gradients on the host. fp32 gradients are pinned sub-group by
/// sub-group (stage3.py:1287-1292).
template <class N>
std::int64_t pinned_gradients(const Plan& plan, const SymbolsIn<N>& s) {
  const auto whole = [](const auto& n) { return static_cast<std::int64_t>(value_of(as_double(n))); };
  const std::int64_t each = whole(N(s.master_bytes * N(1))), partition = whole(s.partition);
  const std::int64_t group = std::max<std::int64_t>(1, plan.zero.sub_group_size);
  return partition / group * pinned_bytes(each * group) + pinned_bytes(each * (partition % group)) +
         pinned_bytes(whole(N(s.accumulation_bytes * s.partition)));
}

/// Returns the bytes of the buffer that an entry pins at once: of stage 3's weights only the trained ones are
/// in a flat buffer (stage3.py, trainable_param_groups), frozen partitions are pinned one by one.
template <class N>
std::int64_t pinned_at_once(const Entry& entry, const Plan& plan, const SymbolsIn<N>& s) {
  const std::int64_t bytes = entry.bytes.value();
  if (entry.id != host_weights || s.parameter_device != Device::cpu || plan.zero.stage < 3) return bytes;
  return std::min(bytes, static_cast<std::int64_t>(value_of(as_double(N(s.weight_bytes * s.partition)))));
}

/// Sizes in bytes of host tensors that determine the memory beyond them.
struct HostTensorSizes {
  bool has_tensors = false;         ///< tensors exist during the forward pass
  std::int64_t largest_pinned = 0;  ///< largest buffer pinned during construction of the engine
  std::int64_t rounding = 0;        ///< rounding of the buffers that stay pinned
  std::int64_t pages_at_fork = 0;   ///< pageable tensors when the data loader starts
};

template <class N>
HostTensorSizes on_host(const Ledger& ledger, const Plan& plan, const SymbolsIn<N>& s) {
  const bool has_states_at_fork =
      plan.target.deepspeed_version < makes_states_late || forks_workers_again(plan);
  const bool pins_groups = plan.zero.stage == 3 && s.kept_by_ratio == 0 && s.optimizer_device == Device::cpu;
  HostTensorSizes sum;
  sum.rounding = static_cast<std::int64_t>(value_of(as_double(s.sums.frozen_rounding)));
  for (const Entry& entry : ledger.entries()) {
    if (entry.place != Place::cpu) continue;
    const std::int64_t bytes = entry.bytes.value();
    if (entry.moments.has(Moment::forward)) sum.has_tensors = true;
    const std::int64_t at_once = pinned_at_once(entry, plan, s);
    if (is_copied_while_pinned(entry)) sum.largest_pinned = std::max(sum.largest_pinned, at_once);
    if (entry.pinned && is_kept(entry) && rounds_pinned(plan)) {
      const bool in_groups = entry.id == host_gradients && pins_groups;
      sum.rounding += in_groups ? pinned_gradients(plan, s) - bytes : pinned_bytes(at_once) - at_once;
    }
    if (!entry.pinned && (is_kept(entry) || (entry.id == host_optimizer && has_states_at_fork)))
      sum.pages_at_fork += bytes;
  }
  return sum;
}

}  // namespace

template <class N>
void add_host_memory(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const HostTensorSizes sum = on_host(out.ledger(), plan, s);
  out.add(pinning, named<N>(sym::largest_pinned, sum.largest_pinned), Moments::of(Moment::initialisation));
  const auto gib = [](double size) { return named<N>(sym::process, from_gib(size).value()); };
  out.add_range(process, gib(process_low_gib), gib(process_gib), gib(process_high_gib), Moments::always());
  if (!sum.has_tensors) return;
  if (plan.training.framework == Framework::deepspeed) {
    out.add(rounding, named<N>(sym::pinned_rounding, sum.rounding), Moments::built());
    out.add(partitions, s.sums.pinned_partitions, Moments::built(), true);
    if (plan.training.data_workers > 0)
      out.add(workers, named<N>(sym::pages_at_fork, sum.pages_at_fork), Moments::training());
  }
}

template void add_host_memory(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_host_memory(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
