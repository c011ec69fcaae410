// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/text/words.h"

/// Every optimizer that can be counted. A new one is an enumerator with its word here and a row of the table
/// in optimizers.cpp; what DeepSpeed's schema says of it (its parameters' defaults, its first version,
/// whether it was tested with ZeRO) stands in resources/schema.
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

/// What of the optimizer's parameters (deepspeed_config.optimizer.params) costs bytes.
struct OptimizerOptions {
  bool momentum = false;  ///< sgd, rmsprop: a non-zero momentum keeps one more state
  bool amsgrad = false;
  bool centered = false;
  bool torch_adam = false;            ///< torch's Adam instead of FusedAdam
  bool fp32_optimizer_states = true;  ///< false: DeepSpeedCPUAdam keeps its states in the weights' type

  bool operator==(const OptimizerOptions&) const = default;
};

/// What a momentum that a plan only knows to be there is written as: torch users' usual value.
inline constexpr std::string_view usual_momentum = "0.9";

/// A tensor of as many elements as are trained, which the optimizer keeps.
struct OptimizerState {
  std::string_view name;                     ///< in its state_dict
  double gpu_bytes = 4;                      ///< of an element where the optimizer runs on the GPU
  double cpu_bytes = 4;                      ///< and where it runs on the host
  bool OptimizerOptions::*option = nullptr;  ///< kept only where this is true
};

/// A parameter that costs bytes, as it stands in optimizer.params: JSON texts, "" to leave it out.
struct OptimizerSwitch {
  std::string_view name;
  bool OptimizerOptions::*option;
  std::string_view on = "true", off = {};
};

/// A parameter of a new ds_config.json; JSON text.
struct OptimizerParam {
  std::string_view name, value;
};

/// Where the optimizer runs, as far as its states depend on it.
enum class StateHome : std::uint8_t { gpu, cpu };

/// What the unusual ones ask for beside the plan.
struct StateFacts {
  StateHome home = StateHome::gpu;
  int weight_bytes = 2;
  double muon_bytes = 4;    ///< of an element of Muon's momentum buffer
  double matrix_share = 0;  ///< share of the elements that Muon handles; an auxiliary Adam has the rest
};

struct OptimizerRow {
  Optimizer optimizer{};
  std::string_view title;           ///< as people write it: "AdamW"
  std::string_view type = {};       ///< optimizer.type of a ds_config, "" where the program builds it
  std::string_view cpu_class = {};  ///< DeepSpeed's class for the host, "" for none
  bool is_adam = false;             ///< FusedAdam on the GPU
  bool is_paged = false;            ///< states in memory that the driver moves between GPU and host
  bool has_states_at_once = false;  ///< made in its constructor, not in the first step
  std::span<const OptimizerState> states = {};
  std::span<const OptimizerSwitch> switches = {};  ///< those the class takes
  std::span<const OptimizerParam> params = {};     ///< of a new file, where the plan says nothing
  /// Bytes of state an element, where they are not those of `states`.
  double (*bytes)(const Training&, const StateFacts&) = nullptr;
  std::string_view no_offload = {};    ///< why it cannot be offloaded to the host, "" where it can
  std::string_view built_by = {};      ///< how the program builds it where DeepSpeed does not
  std::string_view trainer_word = {};  ///< Trainer's --optim for that
  std::string_view source = {};        ///< of its states
};

std::span<const OptimizerRow> optimizer_rows();
const OptimizerRow& row_of(Optimizer optimizer);
/// By DeepSpeed's name in any case ("adamw", "AdamW"); nullptr for an optimizer that cannot be counted.
const OptimizerRow* optimizer_of_type(std::string_view type);

/// Bytes of optimizer state per trained element, master weights apart
/// (docs/memory.md#bytes-of-optimizer-states).
double optimizer_state_bytes(const Training& training, const StateFacts& facts);

/// True when DeepSpeed builds FusedAdam for it (no offload).
bool is_fused_adam(const Training& training);

}  // namespace zp
