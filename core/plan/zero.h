// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/text/words.h"

namespace zp {

enum class Device : std::uint8_t { none, cpu, nvme };
template <>
inline constexpr auto words_of<Device> = word_list("none", "cpu", "nvme");

/// zero_optimization.offload_optimizer. Defaults: deepspeed/runtime/zero/offload_config.py.
struct OffloadOptimizer {
  Device device = Device::none;
  bool pin_memory = true;  ///< true by default since 0.19.5, false before
  std::int64_t buffer_count = 4;
  bool pipeline_read = false;
  bool pipeline_write = false;
  bool fast_init = false;
  double ratio = 1.0;
  bool super_offload = false;  ///< SuperOffload: sub-groups are stepped during the backward pass (stage 3)
  double cpuadam_cores_perc = 0.8;  ///< share of a rank's cores for its CPU optimizer under SuperOffload

  bool operator==(const OffloadOptimizer&) const = default;
};

/// zero_optimization.offload_param.
struct OffloadParam {
  Device device = Device::none;
  bool pin_memory = true;
  std::int64_t buffer_count = 5;
  std::int64_t buffer_size = 100'000'000;   ///< elements
  std::int64_t max_in_cpu = 1'000'000'000;  ///< elements

  bool operator==(const OffloadParam&) const = default;
};

/// When ZenFlow selects important gradients anew.
enum class ZenFlowSelection : std::uint8_t { automatic, step, epoch };
template <>
inline constexpr auto words_of<ZenFlowSelection> = word_list("auto", "step", "epoch");

/// zero_optimization.zenflow. Defaults: deepspeed/runtime/zenflow/zenflow_config.py.
struct ZenFlow {
  bool enabled = false;     ///< in a ds_config, the section's presence enables it
  double topk_ratio = 0.1;  ///< share of each matrix's columns stepped on the GPU after every micro batch
  ZenFlowSelection select_strategy = ZenFlowSelection::automatic;
  std::int64_t select_interval = 0;  ///< steps or epochs; 0 = auto
  std::int64_t update_interval = 0;  ///< micro batches between two steps on the host; 0 = auto
  bool overlap_step = false;         ///< a separate process steps while the GPU continues
  bool offload = false;              ///< the GPU's moments are on the host between steps
  double auto_ratio = 0.99;
  std::int64_t full_warm_up_rounds = 0;
  double pt_reserved_cores_perc = 0.5;  ///< share of a rank's cores reserved for its PyTorch process

  bool operator==(const ZenFlow&) const = default;
};

/// Modules that stage 3 gathers as a whole, with one hook for everything below them. Automatic is DeepSpeed's
/// own behaviour, which since 0.18.0 makes known expert blocks leaf modules (zero/leaf_module_config.py).
enum class LeafModules : std::uint8_t { automatic, none, experts };
template <>
inline constexpr auto words_of<LeafModules> = word_list("auto", "none", "experts");

/// The section zero_optimization with DeepSpeed's own names and defaults (deepspeed/runtime/zero/config.py);
/// sizes are in elements.
struct Zero {
  int stage = 0;
  OffloadOptimizer offload_optimizer;
  OffloadParam offload_param;
  std::optional<bool> overlap_comm;  ///< absent: true at stage 3, else false
  bool contiguous_gradients = true;
  bool reduce_scatter = true;
  bool round_robin_gradients = false;
  bool use_multi_rank_bucket_allreduce = true;
  std::int64_t reduce_bucket_size = 500'000'000;
  std::int64_t allgather_bucket_size = 500'000'000;
  std::int64_t sub_group_size = 1'000'000'000;
  std::int64_t stage3_prefetch_bucket_size = 50'000'000;
  std::int64_t stage3_max_live_parameters = 1'000'000'000;
  std::int64_t stage3_max_reuse_distance = 1'000'000'000;
  std::int64_t stage3_param_persistence_threshold = 100'000;
  std::int64_t stage3_model_persistence_threshold = std::int64_t{1} << 62;
  bool stage3_gather_16bit_weights_on_model_save = false;
  std::int64_t zero_hpz_partition_size = 1;
  bool zero_quantized_weights = false;
  bool zero_quantized_gradients = false;
  std::int64_t mics_shard_size = -1;                 ///< -1 = off
  bool zero_quantized_nontrainable_weights = false;  ///< frozen weights are stored as 8-bit integers
  bool stage3_allgather_sequential = false;  ///< tensors are gathered one by one, without a flat buffer
  bool stage3_use_all_reduce_for_fetch_params = false;
  /// false: torch's own linear layer, which saves gathered weights for the backward pass
  bool memory_efficient_linear = true;
  LeafModules leaf_modules = LeafModules::automatic;
  ZenFlow zenflow;
  bool use_gds = false;  ///< aio.use_gds: weights from NVMe are staged in GPU memory (GPUDirect Storage)

  [[nodiscard]] bool overlaps() const { return overlap_comm.value_or(stage == 3); }
  bool operator==(const Zero&) const = default;
};

}  // namespace zp
