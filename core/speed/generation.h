// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

/// The time in which a method's engines generate sequences, derived in docs/speed.md#generation.
namespace zp {

/// Bytes of a weight, a key and a value on an engine: all are of 16 bits.
inline constexpr double engine_bytes = 2;

/// One model on an engine, and the work of one generation.
struct EngineWork {
  double parameters = 0;       ///< of the whole model, all read at each step
  double active = 0;           ///< that a token uses
  double cache_per_token = 0;  ///< bytes of keys and values of one token, all layers
  double kv_heads = 1;         ///< an engine's GPUs beyond this number hold copies of the cache
  double sequences = 1;        ///< sequences of one engine in one generation
  double prompts = 1;          ///< prompts that it reads: fewer if samples share them
  double prompt_tokens = 0, response_tokens = 0, longest = 0;
  double gpus = 1;  ///< GPUs of one engine
};

/// The rates of an engine.
struct EngineRates {
  double memory = 0;    ///< bytes/s that one GPU reaches
  double products = 0;  ///< FLOP/s that one GPU sustains
  double step = 0;      ///< fixed seconds of each step
  double room = 0;      ///< bytes of one GPU for weights and cache
};

/// The parts of one generation, in seconds, of the engine that ends last.
struct EngineTime {
  double steps = 0;         ///< decode steps until the longest sequence ends
  double step_seconds = 0;  ///< of one step, without the cache
  double cache_read = 0;    ///< bytes of keys and values, over all steps, of all GPUs of the engine
  double cache_rate = 0;    ///< bytes/s
  double prefill_flop = 0, prefill_rate = 0;
  [[nodiscard]] double total() const {
    return steps * step_seconds + (cache_rate > 0 ? cache_read / cache_rate : 0) +
           (prefill_rate > 0 ? prefill_flop / prefill_rate : 0);
  }
};
EngineTime engine_time(const EngineWork& work, const EngineRates& rates);

/// Returns the engine's work for a plan that states the lengths, and its rates.
EngineWork engine_work(const Plan& plan);
EngineRates engine_rates(const Plan& plan, double sustained_flops);

/// Returns true if the method generates and the plan does not state the lengths, so that the step is that of
/// training alone.
[[nodiscard]] inline bool leaves_out_generation(const Plan& plan) {
  const MethodSettings& method = plan.training.method;
  return row_of(method.method).generates && !method.rollout.is_stated();
}

/// Returns the optimizer steps that one generation serves, at least 1.
double steps_per_generation(const Plan& plan);

/// Returns the seconds of a step's share of a generation if the longest sequence is twice the mean, and if it
/// is the longest stated: the band in which the share lies.
struct GenerationBand {
  double low = 0, high = 0;
};
GenerationBand generation_band(const Plan& plan);

}  // namespace zp
