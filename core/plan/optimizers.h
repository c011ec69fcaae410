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
  paged_adamw8bit
};
template <>
inline constexpr auto words_of<Optimizer> = word_list("adam", "adamw", "adagrad", "sgd", "rmsprop", "lion",
                                                      "lamb", "muon", "adamw8bit", "pagedadamw",
                                                      "pagedadamw8bit");

/// Parameters of the optimizer (deepspeed_config.optimizer.params) that cost bytes.
struct OptimizerOptions {
  bool momentum = false;  ///< sgd, rmsprop: a non-zero momentum keeps one more state
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
  int state_bytes = 4;      ///< bytes of an element of a state that is kept in full
  double muon_bytes = 4;    ///< bytes of an element of Muon's momentum buffer
  double matrix_share = 0;  ///< share of the elements that Muon handles; an auxiliary Adam has the rest
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
  std::string_view no_offload = {};    ///< why it cannot be offloaded to the host; "" if it can
  std::string_view built_by = {};      ///< way in which the program builds it if DeepSpeed does not
  std::string_view trainer_word = {};  ///< Trainer's --optim for it
  std::string_view source = {};        ///< source of its states
};

std::span<const OptimizerRow> optimizer_rows();
const OptimizerRow& row_of(Optimizer optimizer);
/// Returns the row by DeepSpeed's name in any case ("adamw", "AdamW"); nullptr for an optimizer that cannot
/// be counted.
const OptimizerRow* optimizer_of_type(std::string_view type);

/// Returns the bytes of optimizer state per trained element, without master
/// weights (docs/memory.md#bytes-of-optimizer-states).
double optimizer_state_bytes(const Training& training, const StateFacts& facts);

/// Returns true if DeepSpeed builds FusedAdam for it (no offload).
bool is_fused_adam(const Training& training);

}  // namespace zp
