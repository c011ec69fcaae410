// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/memory/checkpoint.h"
#include "core/report/sections_json.h"
#include "core/speed/checkpoint_times.h"

namespace zp {
namespace {

nlohmann::ordered_json files_object(const SavedFiles& saved) {
  return {{"files", saved.files}, {"bytes", saved.bytes.value()}};
}

nlohmann::ordered_json times_object(const CheckpointTimes& times) {
  return {{"save_s", times.save.seconds},
          {"save_waits_for", std::string(name_of(times.save.limit))},
          {"load_s", times.load.seconds},
          {"load_waits_for", std::string(name_of(times.load.limit))},
          {"gather_weights_s", times.gather},
          {"write_weights_s", times.model.seconds},
          {"write_adapters_s", times.adapters.seconds},
          {"to_fp32_model_s", times.to_fp32_model},
          {"to_universal_s", times.to_universal},
          {"pause_s", times.pause},
          {"share_of_run", times.share_of_run}};
}

}  // namespace

nlohmann::ordered_json checkpoint_object(const Plan& plan, const Figures& figures) {
  const CheckpointSize& size = figures.estimate.checkpoint;
  const SavedCheckpoint saved = saved_checkpoint(plan);
  const double step_seconds = figures.time.is_known ? figures.time.total : 0;
  return {{"weights", size.weights.value()},
          {"training_state", size.training_state.value()},
          {"model_states", files_object(saved.model_states)},
          {"optimizer_states", files_object(saved.optimizer_states)},
          {"adapters", saved.adapters.value()},
          {"fp32_model", saved.fp32_model.value()},
          {"host_to_convert", saved.host_to_convert.value()},
          {"resumes_on_ranks", saved.resumes_on},
          {"universal", files_object(saved.universal)},
          {"host_to_universal", saved.host_to_universal.value()},
          {"times", times_object(checkpoint_times(plan, saved, step_seconds))}};
}

}  // namespace zp
