// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/text/words.h"

/// Every optimizer that can be counted. A new one is an enumerator with its word here and a row of the table
/// in optimizers.cpp. The facts of DeepSpeed's schema about it (defaults of its parameters, first version,
/// whether it was tested with ZeRO) stand in resources/schema.
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
  bool momentum = false;  ///< sgd, rmsprop, adafactor (beta1): a non-zero momentum keeps one more state
  bool amsgrad = false;
  bool centered = false;
  bool torch_adam = false;            ///< torch's Adam instead of FusedAdam
  bool fp32_optimizer_states = true;  ///< false: DeepSpeedCPUAdam keeps its states in the weights' type

  bool operator==(const OptimizerOptions&) const = default;
};

/// Value written for a momentum that a plan only knows to be there: torch users' usual value.
inline constexpr std::string_view usual_momentum = "0.9";

/// A tensor that the optimizer keeps, with as many elements as are trained.
struct OptimizerState {
  std::string_view name;                     ///< in its state_dict
  double gpu_bytes = 4;                      ///< bytes of an element if the optimizer runs on the GPU
  double cpu_bytes = 4;                      ///< bytes of an element if it runs on the host
  bool OptimizerOptions::*option = nullptr;  ///< the state is kept only if this is true
};

/// A parameter that costs bytes, with its values in optimizer.params as JSON texts; "" leaves it out.
struct OptimizerSwitch {
  std::string_view name;
  bool OptimizerOptions::*option;
  std::string_view on = "true", off = {};
};

/// A parameter of a new ds_config.json; its value is JSON text.
struct OptimizerParam {
  std::string_view name, value;
};

/// Device that the optimizer runs on, as far as its states depend on it.
enum class StateHome : std::uint8_t { gpu, cpu };

/// Facts beside the plan that the bytes of unusual optimizers depend on.
struct StateFacts {
  StateHome home = StateHome::gpu;
  int weight_bytes = 2;
  int state_bytes = 4;    ///< bytes of an element of a state that is kept in full
  double muon_bytes = 4;  ///< bytes of an element of Muon's momentum buffer
  int ranks = 1;          ///< ranks that average gradients
  /// The optimizer sees parameters without their dimensions: a rank's flat partition of many, or flat pieces.
  bool is_flat = false;

  bool operator==(const StateFacts&) const = default;
};

/// One rank's part of a trained tensor, as the optimizer sees it.
struct SteppedTensor {
  std::int64_t elements = 0;
  std::int64_t rows = 0, columns = 1;  ///< columns 1: a vector, or no dimensions (StateFacts::is_flat)
  bool is_hidden = false;              ///< a matrix inside the blocks
  bool is_table = false;               ///< embedding or head

  [[nodiscard]] bool is_matrix() const { return columns > 1 && rows > 1; }
};

/// Memory that a step holds beside the states, for optimizers that are not a loop of torch.optim.
struct StepWorkspace {
  double of_fp32 = 0;        ///< bytes for each element of the tensor at work, an fp32 parameter
  double of_16_bit = 0;      ///< the same for a 16-bit parameter with its 16-bit gradient
  double copies_of_all = 0;  ///< tensors of the parameters' type, over all parameters at once
};

struct OptimizerRow {
  Optimizer optimizer{};
  std::string_view title;           ///< as people write it: "AdamW"
  std::string_view type = {};       ///< optimizer.type of a ds_config, "" if the program builds it
  std::string_view cpu_class = {};  ///< DeepSpeed's class for the host, "" for none
  bool is_adam = false;             ///< FusedAdam on the GPU
  bool is_paged = false;            ///< states in memory that the driver moves between GPU and host
  bool has_states_at_once = false;  ///< states are made in its constructor, not in the first step
  std::span<const OptimizerState> states = {};
  std::span<const OptimizerSwitch> switches = {};  ///< parameters that the class takes
  std::span<const OptimizerParam> params = {};     ///< parameters of a new file, if the plan states none
  /// Returns the bytes of state per element, if they are not those of `states`.
  double (*bytes)(const Training&, const StateFacts&) = nullptr;
  /// Returns the bytes of state of one tensor, for an optimizer that does not treat all elements alike.
  double (*tensor_bytes)(const Training&, const StateFacts&, const SteppedTensor&) = nullptr;
  bool keeps_tensors_apart = false;  ///< each tensor has a partition of its own where ZeRO divides the states
  bool steps_in_backward =
      false;  ///< each parameter is stepped, and its gradient freed, in the backward pass
  const StepWorkspace* workspace = nullptr;  ///< nullptr: torch's own loops, or a fused kernel
  /// Operands of the parameter's size that its operations read or write for one element, states included;
  /// 0: one kernel reads and writes each of them once.
  double operands = 0;
  std::string_view no_offload = {};     ///< why it cannot be offloaded to the host; "" if it can
  std::string_view no_zero = {};        ///< why it does not work at ZeRO's stages 1 to 3; "" if it does
  std::string_view no_shards = {};      ///< why it does not work on weights that ranks divide; "" if it does
  std::string_view no_deepspeed = {};   ///< why it does not work with DeepSpeed's engine at any stage
  std::string_view one_rank_only = {};  ///< why several ranks would train apart; "" if they do not
  std::string_view built_by = {};       ///< way in which the program builds it if DeepSpeed does not
  std::string_view trainer_word = {};   ///< Trainer's --optim for it
  std::string_view trainer_args = {};   ///< Trainer's --optim_args for it, "%" = training.optimizer_rank
  std::span<const std::string_view> aliases = {};  ///< further names in programs' files, in any case
  std::string_view source = {};                    ///< source of its states
};

std::span<const OptimizerRow> optimizer_rows();
const OptimizerRow& row_of(Optimizer optimizer);
/// Returns the row by DeepSpeed's name in any case ("adamw", "AdamW"); nullptr for an optimizer that cannot
/// be counted.
const OptimizerRow* optimizer_of_type(std::string_view type);

/// Returns the bytes of optimizer state per trained element, without master
/// weights (docs/memory.md#bytes-of-optimizer-states).
double optimizer_state_bytes(const Training& training, const StateFacts& facts);

/// Returns true if each parameter is stepped, and its gradient freed, in the backward pass.
bool steps_in_backward(const Training& training);

/// Returns true if the optimizer projects gradients to training.optimizer_rank dimensions.
bool has_rank(Optimizer optimizer);

/// Returns the row that a program's name in any case stands for: ours, Trainer's or an alias; nullptr for
/// others.
const OptimizerRow* optimizer_of_name(std::string_view name);

/// Returns true if DeepSpeed builds FusedAdam for it (no offload).
bool is_fused_adam(const Training& training);
/// Returns true if DeepSpeed wraps it in FP16_Optimizer without ZeRO, which flattens all parameters, and not
/// in FP16_UnfusedOptimizer (runtime/engine.py, _configure_fp16_optimizer).
bool has_flat_wrapper(const Training& training);

}  // namespace zp
