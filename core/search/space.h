// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/sharding/strategy.h"

/// The plans that a search considers: all combinations of the values of its dimensions. Candidates differ in
/// exported settings or in how the run is launched.
namespace zp {

/// The settings of a plan that a search may change. Closed settings keep their present values.
struct Freedom {
  bool micro_batch = true;     ///< the global batch stays the same, so accumulation changes with it
  bool checkpointing = true;   ///< none, full, and selective where the program has it
  bool offload = true;         ///< offload to host memory
  bool nvme = true;            ///< offload to drives
  bool tuning = true;          ///< buckets, prefetch, overlap, pinned memory and similar settings
  bool rare_settings = false;  ///< checkpoints on the host, a partial offload share, sub-group sizes
  bool engines = false;        ///< SuperOffload and ZenFlow over an optimizer in host memory
  bool batch_size = false;     ///< accumulation stays the same, the global batch grows with the micro batch
  bool unstated_batch = true;  ///< a global batch that nobody stated is chosen by the search
  bool fused_loss = false;     ///< needs a kernel of Liger-Kernel in the program
  bool tiled_mlp = false;      ///< needs DeepSpeed's TiledMLP in the program
  bool quantised = false;      ///< ZeRO++'s int8 gathers and int4 reductions
  bool tensor_parallel = false;
  bool sequence_parallel = false;
  bool context_parallel = false;  ///< context parallelism, if the program supports it
  bool expert_parallel = false;
  bool schedule = false;  ///< the pipeline's schedule, if the program has several
  bool fewer_nodes = false;
  bool thorough = false;  ///< more values of every size
  /// Nobody stated a batch, or only half of it, so that micro batch and accumulation are free, except a half
  /// that is stated: an accumulation keeps its value, a micro batch is the largest that is tried. Set by
  /// with_open_batch(), not by a user.
  bool open_batch = false, states_micro_batch = false, states_accumulation = false;
  std::int64_t sequences = 0;  ///< global batch in sequences; 0 = that of the plan
  bool operator==(const Freedom&) const = default;
  /// Returns true if the global batch may change.
  [[nodiscard]] bool grows_batch() const { return batch_size || open_batch; }
};

/// One setting as an option on the command line and a switch in the window.
struct FreedomRow {
  std::string_view name;     ///< "micro-batch"
  std::string_view title;    ///< "Micro batch"
  std::string_view meaning;  ///< choices that it allows
  bool Freedom::*member = nullptr;
};
std::span<const FreedomRow> freedom_rows();
/// Returns the freedom without settings that need a change of the training program. It was given for one
/// plan; another plan's program may lack them.
Freedom without_program_changes(Freedom freedom);

/// Ids of the dimensions, ordered by dependency, then by how useful the bounds are that each allows.
enum class DimensionId : std::uint8_t {
  nodes,
  tensor_parallel,
  sequence_parallel,
  context_parallel,
  expert_parallel,
  schedule,
  strategy,
  batch,
  checkpointing,
  loss,
  mlp,
  quantised_weights,
  quantised_gradients,
  secondary,
  sub_group,
  ratio,
  engine,
  reuse,
  persistence,
  overlap,
  reduce_bucket,
  prefetch,
  live,
  allgather_bucket,
  optimizer_pinning,
  parameter_pinning,
};
inline constexpr std::size_t dimension_count = static_cast<std::size_t>(DimensionId::parameter_pinning) + 1;

/// The values of one dimension for one plan, in its order.
class Values {
 public:
  static constexpr std::size_t capacity = 32;
  Values() = default;
  Values(std::initializer_list<std::int64_t> values) {
    for (const std::int64_t value : values)
      add(value);
  }
  /// Adds a value unless it is present already or the capacity is used up.
  void add(std::int64_t value);
  void sort();
  void reverse();
  [[nodiscard]] std::size_t size() const { return count_; }
  std::int64_t operator[](std::size_t index) const { return values_[index]; }
  [[nodiscard]] std::span<const std::int64_t> all() const& { return {values_.data(), count_}; }
  std::span<const std::int64_t> all() const&& = delete;  ///< the span would outlive the values
  friend bool operator==(const Values& a, const Values& b) { return std::ranges::equal(a.all(), b.all()); }

 private:
  std::array<std::int64_t, capacity> values_{};
  std::size_t count_ = 0;
};

/// Known order of a dimension's values, with all other dimensions fixed.
enum class Order : std::uint8_t {
  none,    ///< no known order: every value is tried
  lean,    ///< later values need more GPU memory, and shorten only collectives
  faster,  ///< as `lean`, and no value is slower than the previous one
};

/// Kinds of difference between candidates for which published pairs of runs give an error
/// (core/search/resolution.h).
enum class DimensionKind : std::uint8_t { sizes, kernels, checkpointing, batch, stage, offload, division };
inline constexpr std::size_t difference_count = static_cast<std::size_t>(DimensionKind::division) + 1;

/// Condition on the plan for a dimension to have any effect.
enum class Needs : std::uint8_t {
  nothing,
  shape,      ///< a model whose layers are known
  decoder,    ///< a decoder-only model with known layers (core/sharding/encoder.h, is_decoder_alone)
  deepspeed,  ///< DeepSpeed; other frameworks ignore the dimension
};

/// A setting in which candidates differ.
struct Dimension {
  DimensionId id{};
  std::string_view name;   ///< "reduce_bucket"
  std::string_view title;  ///< "Reduce bucket"
  DimensionKind difference = DimensionKind::sizes;
  Order order = Order::none;
  bool takes_host_memory = false;  ///< later values need more host memory; else none does
  bool is_part = true;  ///< true if a non-default value is one more setting to get right (parts_of)
  /// Returns the weight of a value's mechanisms (mechanisms_of); nullptr: 0 for all values.
  int (*mechanisms)(std::int64_t) = nullptr;
  bool sets_kernels = false;  ///< true if the GPU's kernels for a sequence, or their time, depend on it; for
                              ///< a strategy only casts_weights() matters
  Needs needs = Needs::nothing;
  bool Freedom::*freedom = nullptr;               ///< switch that opens it; nullptr: always open
  bool (*applies_to)(Strategy) = nullptr;         ///< returns true if a strategy uses it; nullptr: all do
  std::string (*print)(std::int64_t) = nullptr;   ///< prints "50M" for print_value()
  std::string (*phrase)(std::int64_t) = nullptr;  ///< prints "bucket 50M" for phrase_of()
  /// Returns the value if the dimension is closed; nullptr: `get` of the origin.
  std::int64_t (*present)(const Plan& plan, const Plan& origin) = nullptr;
  std::int64_t (*get)(const Plan& plan) = nullptr;
  void (*set)(Plan& plan, std::int64_t value) = nullptr;
  /// Returns the values to try if the dimension is open, given the values of the dimensions before it; an
  /// ordered dimension may use only the strategy of these. `origin` is the plan from which the search
  /// started.
  Values (*values)(const Plan& plan, const Plan& origin, const Freedom& freedom) = nullptr;
};

/// All dimensions, in the order of DimensionId.
std::span<const Dimension> dimensions();
const Dimension& dimension(DimensionId id);
/// Returns the values to try; only the present one if the dimension is closed or has no effect.
Values values_to_try(const Dimension& dimension, const Plan& plan, const Plan& origin,
                     const Freedom& freedom);
bool is_read(const Dimension& dimension, Strategy strategy);
/// Formats a value: "4 × 8", "50M", "none".
std::string print_value(DimensionId id, std::int64_t value);
/// Formats a value as part of a title: "no checkpointing", "bucket 50M", "optimizer not pinned".
std::string phrase_of(DimensionId id, std::int64_t value);

/// Returns the number of candidates in the plan's space.
std::int64_t size_of_space(const Plan& plan, const Freedom& freedom);

}  // namespace zp
