// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/search/strategy.h"

/// The plans a search chooses among: every combination of the values of its dimensions. Candidates differ in
/// what is exported or in how the run is launched.
namespace zp {

/// What a search may change of a plan. The present value of everything is always among the candidates.
struct Freedom {
  bool micro_batch = true;    ///< the global batch stays, accumulation follows
  bool checkpointing = true;  ///< none, selective, full, and full with the checkpoints on the host
  bool offload = true;        ///< to host memory
  bool nvme = true;           ///< to drives
  bool tuning = true;         ///< buckets, prefetch, overlap and their like
  bool batch_size = false;    ///< accumulation stays, the global batch grows with the micro batch
  bool fused_loss = false;    ///< needs a kernel of Liger-Kernel in the program
  bool tiled_mlp = false;     ///< needs DeepSpeed's TiledMLP in the program
  bool quantised = false;     ///< ZeRO++'s int8 gathers and int4 reductions
  bool tensor_parallel = false;
  bool sequence_parallel = false;
  bool expert_parallel = false;
  bool fewer_nodes = false;
  bool thorough = false;       ///< more values of every size
  std::int64_t sequences = 0;  ///< the global batch; 0 = that of the plan
  bool operator==(const Freedom&) const = default;
};

/// One word of a command line or one switch of the window.
struct FreedomRow {
  std::string_view name;     ///< "micro-batch"
  std::string_view title;    ///< "Micro batch"
  std::string_view meaning;  ///< what may then be chosen
  bool Freedom::*member = nullptr;
};
std::span<const FreedomRow> freedom_rows();

/// Those that others depend on come first; how each may be bounded decides the rest of the order.
enum class DimensionId : std::uint8_t {
  nodes,
  tensor_parallel,
  sequence_parallel,
  expert_parallel,
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

/// The values of one dimension for one plan, in the dimension's order.
class Values {
 public:
  static constexpr std::size_t capacity = 20;
  Values() = default;
  Values(std::initializer_list<std::int64_t> values) {
    for (const std::int64_t value : values)
      add(value);
  }
  /// Nothing where it is there already, or where there is no more room.
  void add(std::int64_t value);
  void sort();
  void reverse();
  [[nodiscard]] std::size_t size() const { return count_; }
  std::int64_t operator[](std::size_t index) const { return values_[index]; }
  [[nodiscard]] std::span<const std::int64_t> all() const& { return {values_.data(), count_}; }
  std::span<const std::int64_t> all() const&& = delete;  ///< it would outlive them
  friend bool operator==(const Values& a, const Values& b) { return std::ranges::equal(a.all(), b.all()); }

 private:
  std::array<std::int64_t, capacity> values_{};
  std::size_t count_ = 0;
};

/// What is known beforehand of a dimension, everything else fixed.
enum class Order : std::uint8_t {
  none,    ///< nothing: every value is tried
  lean,    ///< its values need ever more memory of the GPU, and shorten nothing but collectives
  faster,  ///< besides no value is slower than the one before
};

/// What candidates differ in, as far as published pairs of runs tell (core/search/resolution.h).
enum class Difference : std::uint8_t { sizes, kernels, checkpointing, batch, stage, offload, division };
inline constexpr std::size_t difference_count = static_cast<std::size_t>(Difference::division) + 1;

/// What a plan must have for a dimension to decide anything.
enum class Needs : std::uint8_t {
  nothing,
  shape,      ///< a model whose layers are known
  deepspeed,  ///< another framework does not read it
};

/// One thing that candidates differ in.
struct Dimension {
  DimensionId id{};
  std::string_view name;   ///< "reduce_bucket"
  std::string_view title;  ///< "Reduce bucket"
  Difference difference = Difference::sizes;
  Order order = Order::none;
  bool takes_host_memory = false;  ///< later values need more of it; else they change none
  bool is_part = true;             ///< a value that nobody else has is one more setting to get right
  bool sets_kernels = false;       ///< which kernels the GPU runs for a sequence, and how long, depends on it
  Needs needs = Needs::nothing;
  bool Freedom::*freedom = nullptr;              ///< without it the present value stays; nullptr: always open
  bool (*reads)(Strategy) = nullptr;             ///< whether a strategy reads it; nullptr: every one does
  std::string (*print)(std::int64_t) = nullptr;  ///< "50M": print_value()
  std::string (*phrase)(std::int64_t) = nullptr;  ///< "bucket 50M": phrase_of()
  /// The value that stays where the dimension is closed; nullptr: what `get` says of the origin.
  std::int64_t (*present)(const Plan& plan, const Plan& origin) = nullptr;
  std::int64_t (*get)(const Plan& plan) = nullptr;
  void (*set)(Plan& plan, std::int64_t value) = nullptr;
  /// The values to try beside the present one, where the dimension is open; given what the dimensions before
  /// it are, of which an ordered one asks for the strategy alone. `origin` is the plan that the search began
  /// with.
  Values (*values)(const Plan& plan, const Plan& origin, const Freedom& freedom) = nullptr;
};

/// All of them, by id.
std::span<const Dimension> dimensions();
const Dimension& dimension(DimensionId id);
/// The values to try: the present one alone where the dimension is closed or decides nothing.
Values values_to_try(const Dimension& dimension, const Plan& plan, const Plan& origin,
                     const Freedom& freedom);
bool is_read(const Dimension& dimension, Strategy strategy);
/// "4 × 8", "50M", "none": a value as people read it.
std::string print_value(DimensionId id, std::int64_t value);
/// "no checkpointing", "bucket 50M", "optimizer not pinned": the same in a title.
std::string phrase_of(DimensionId id, std::int64_t value);

/// How many candidates there are.
std::int64_t size_of_space(const Plan& plan, const Freedom& freedom);

}  // namespace zp
