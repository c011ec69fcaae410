// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/text/words.h"

/// All supported optimizers. To add one, add an enumerator with its word here and a row in optimizers.cpp.
/// DeepSpeed's facts about it (parameter defaults, first version, whether tested with ZeRO) are in
/// resources/schema.
namespace zp {

struct Training;

enum class Optimizer : std::uint8_t {
  adam,
  adamw,
  adagrad,
  sgd,
  rmsprop,
  lion,
  lamb,
  muon,
  adamw8bit,
  paged_adamw,
  paged_adamw8bit,
  adafactor,
  galore,
  galore8bit,
  apollo,
  apollo_mini,
  schedule_free,
  lomo,
  adalomo,
  adamw8bit_torchao,
  adamw4bit,
  adamw_fp8,
  adam_mini,
  onebit_adam,
  zero_one_adam,
  onebit_lamb
};
template <>
inline constexpr auto words_of<Optimizer> = word_list("adam", "adamw", "adagrad", "sgd", "rmsprop", "lion",
                                                      "lamb", "muon", "adamw8bit", "pagedadamw",
                                                      "pagedadamw8bit", "adafactor", "galore", "galore8bit",
                                                      "apollo", "apollo_mini", "schedule_free", "lomo",
                                                      "adalomo", "adamw8bit_torchao", "adamw4bit",
                                                      "adamw_fp8", "adam_mini", "onebit_adam",
                                                      "zero_one_adam", "onebit_lamb");

/// Parameters of the optimizer (deepspeed_config.optimizer.params) that cost bytes.
struct OptimizerOptions {
  bool momentum = false;  ///< sgd, rmsprop, adafactor (beta1): non-zero momentum needs one more state
  bool amsgrad = false;
  bool centered = false;
  bool torch_adam = false;            ///< torch's Adam instead of FusedAdam
  bool fp32_optimizer_states = true;  ///< false: DeepSpeedCPUAdam stores its states in the weights' type

  bool operator==(const OptimizerOptions&) const = default;
};

/// Momentum to write if the plan states only that there is one: torch users' usual value.
inline constexpr std::string_view usual_momentum = "0.9";

/// A state that the optimizer keeps per trained element.
struct OptimizerState {
  std::string_view name;                     ///< in its state_dict
  double gpu_bytes = 4;                      ///< bytes of an element if the optimizer runs on the GPU
  double cpu_bytes = 4;                      ///< bytes of an element if it runs on the host
  bool OptimizerOptions::*option = nullptr;  ///< the state exists only if this is true
};

/// A parameter that costs bytes, with its values in optimizer.params as JSON texts; "" means absent.
struct OptimizerSwitch {
  std::string_view name;
  bool OptimizerOptions::*option;
  std::string_view on = "true", off = {};
};

/// A parameter of a new ds_config.json; its value is JSON text.
struct OptimizerParam {
  std::string_view name, value;
};

/// Device of the optimizer, as far as its states depend on it.
enum class StateHome : std::uint8_t { gpu, cpu };

/// Facts outside the plan on which the bytes of unusual optimizers depend.
struct StateFacts {
  StateHome home = StateHome::gpu;
  int weight_bytes = 2;
  int state_bytes = 4;    ///< bytes per element of a full-precision state
  double muon_bytes = 4;  ///< bytes per element of Muon's momentum buffer
  int ranks = 1;          ///< ranks that average gradients
  /// The optimizer sees parameters without their shape: a rank's flat partition, or flat pieces.
  bool is_flat = false;

  bool operator==(const StateFacts&) const = default;
};

/// One rank's part of a trained tensor, as the optimizer sees it.
struct SteppedTensor {
  std::int64_t elements = 0;
  std::int64_t rows = 0, columns = 1;  ///< columns 1: a vector, or no shape (StateFacts::is_flat)
  bool is_hidden = false;              ///< a matrix inside the blocks
  bool is_table = false;               ///< embedding or head

  [[nodiscard]] bool is_matrix() const { return columns > 1 && rows > 1; }
};

/// Memory of a step in addition to the states, for optimizers that are not torch.optim loops.
struct StepWorkspace {
  double of_fp32 = 0;        ///< bytes per element of the tensor being stepped, for fp32 parameters
  double of_16_bit = 0;      ///< the same for 16-bit parameters with 16-bit gradients
  double copies_of_all = 0;  ///< number of temporaries, in the parameters' type, of all parameters at once
};

struct OptimizerRow {
  Optimizer optimizer{};
  std::string_view title;           ///< as people write it: "AdamW"
  std::string_view type = {};       ///< optimizer.type in a ds_config; "" if the program creates it
  std::string_view cpu_class = {};  ///< DeepSpeed's CPU class; "" for none
  bool is_adam = false;             ///< FusedAdam on the GPU
  bool is_paged = false;            ///< states in paged memory, which the driver moves between GPU and host
  bool has_states_at_once = false;  ///< states are allocated by the constructor, not in the first step
  std::span<const OptimizerState> states = {};
  std::span<const OptimizerSwitch> switches = {};  ///< parameters that the class takes
  std::span<const OptimizerParam> params = {};  ///< parameters written to a new file, if the plan states none
  /// Returns the state bytes per element, if they differ from those of `states`.
  double (*bytes)(const Training&, const StateFacts&) = nullptr;
  /// Returns the state bytes of one tensor, for an optimizer that depends on a tensor's shape.
  double (*tensor_bytes)(const Training&, const StateFacts&, const SteppedTensor&) = nullptr;
  bool keeps_tensors_apart = false;          ///< each tensor has its own partition if ZeRO divides the states
  bool steps_in_backward = false;            ///< parameters are stepped and gradients freed during backward
  const StepWorkspace* workspace = nullptr;  ///< nullptr: torch.optim loops, or a fused kernel
  /// Operands of parameter size that its operations read or write, including states; 0: one kernel reads and
  /// writes each once.
  double operands = 0;
  std::string_view no_offload = {};     ///< why it cannot be offloaded to the host; "" if it can be
  std::string_view no_zero = {};        ///< why it does not work at ZeRO's stages 1 to 3; "" if it does
  std::string_view no_shards = {};      ///< why it does not work on sharded weights; "" if it does
  std::string_view no_deepspeed = {};   ///< why it does not work with DeepSpeed's engine at any stage
  std::string_view one_rank_only = {};  ///< why several ranks would diverge; "" if they do not
  std::string_view built_by = {};       ///< how the program creates it if DeepSpeed does not
  std::string_view trainer_word = {};   ///< Trainer's --optim for it
  std::string_view trainer_args = {};   ///< Trainer's --optim_args for it, "%" = training.optimizer_rank
  std::span<const std::string_view> aliases = {};  ///< other names in programs' files, ignoring case
  std::string_view source = {};                    ///< source of its states
};

std::span<const OptimizerRow> optimizer_rows();
const OptimizerRow& row_of(Optimizer optimizer);
/// Returns the row with DeepSpeed's name, ignoring case ("adamw", "AdamW"); nullptr for an unsupported
/// optimizer.
const OptimizerRow* optimizer_of_type(std::string_view type);

/// Returns the bytes of optimizer state per trained element, without master
/// weights (docs/memory.md#bytes-of-optimizer-states).
double optimizer_state_bytes(const Training& training, const StateFacts& facts);

/// Returns true if each parameter is stepped, and its gradient freed, during the backward pass.
bool steps_in_backward(const Training& training);

/// Returns true if the optimizer projects gradients to training.optimizer_rank dimensions.
bool has_rank(Optimizer optimizer);

/// Returns the row for a program's name of an optimizer, ignoring case: this planner's, Trainer's or an
/// alias; nullptr if unknown.
const OptimizerRow* optimizer_of_name(std::string_view name);

/// Returns true if DeepSpeed uses FusedAdam for it (no offload).
bool is_fused_adam(const Training& training);
/// Returns true if DeepSpeed without ZeRO wraps it in FP16_Optimizer, which flattens all parameters, rather
/// than FP16_UnfusedOptimizer (runtime/engine.py, _configure_fp16_optimizer).
bool has_flat_wrapper(const Training& training);

}  // namespace zp
