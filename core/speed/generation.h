// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

/// The time in which a method's engines generate sequences; derived in docs/speed.md#generation.
namespace zp {

/// Bytes per weight, key and value on an engine, all in 16 bits.
inline constexpr double engine_bytes = 2;

/// One model on an engine, and the work of one generation.
struct EngineWork {
  double parameters = 0;       ///< parameters of the whole model, all read in each step
  double active = 0;           ///< parameters that a token uses
  double cache_per_token = 0;  ///< bytes of keys and values of one token, all layers
  double kv_heads = 1;         ///< GPUs of an engine beyond this number hold copies of the cache
  double sequences = 1;        ///< sequences per engine and generation
  double prompts = 1;          ///< prompts that it prefills; fewer than sequences if samples share them
  double prompt_tokens = 0, response_tokens = 0, longest = 0;
  double gpus = 1;  ///< GPUs per engine
};

/// The rates of an engine.
struct EngineRates {
  double memory = 0;    ///< bytes/s per GPU
  double products = 0;  ///< FLOP/s per GPU
  double step = 0;      ///< constant seconds per step
  double room = 0;      ///< bytes per GPU for weights and cache
};

/// Components of one generation, for the engine that finishes last.
struct EngineTime {
  double steps = 0;         ///< decode steps until the longest sequence ends
  double step_seconds = 0;  ///< seconds per step, without reading the cache
  double cache_read = 0;    ///< bytes of keys and values read over all steps on all GPUs of the engine
  double cache_rate = 0;    ///< bytes/s
  double prefill_flop = 0, prefill_rate = 0;
  [[nodiscard]] double total() const {
    return steps * step_seconds + (cache_rate > 0 ? cache_read / cache_rate : 0) +
           (prefill_rate > 0 ? prefill_flop / prefill_rate : 0);
  }
};
EngineTime engine_time(const EngineWork& work, const EngineRates& rates);

/// Return the engine's work for a plan that states the lengths, and its rates.
EngineWork engine_work(const Plan& plan);
EngineRates engine_rates(const Plan& plan, double sustained_flops);

/// Returns true if the method generates but the plan does not state the lengths; the step then covers only
/// training.
[[nodiscard]] inline bool leaves_out_generation(const Plan& plan) {
  const MethodSettings& method = plan.training.method;
  return row_of(method.method).generates && !method.rollout.is_stated();
}

/// Returns the number of optimizer steps per generation, at least 1.
double steps_per_generation(const Plan& plan);

/// Range of a generation's seconds per optimizer step: with a longest sequence of twice the mean, and with
/// the longest that is stated.
struct GenerationBand {
  double low = 0, high = 0;
};
GenerationBand generation_band(const Plan& plan);

}  // namespace zp
