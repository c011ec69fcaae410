// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/memory/checkpoint.h"
#include "core/report/members_json.h"
#include "core/report/sections_json.h"
#include "core/speed/checkpoint_times.h"

namespace zp {
namespace {

nlohmann::ordered_json files_object(const SavedFiles& saved) {
  return Members().add("files", saved.files).add("bytes", saved.bytes.value()).take();
}

nlohmann::ordered_json times_object(const CheckpointTimes& times) {
  return Members()
      .add("save_s", times.save.seconds)
      .add("save_waits_for", std::string(name_of(times.save.limit)))
      .add("load_s", times.load.seconds)
      .add("load_waits_for", std::string(name_of(times.load.limit)))
      .add("gather_weights_s", times.gather)
      .add("write_weights_s", times.model.seconds)
      .add("write_adapters_s", times.adapters.seconds)
      .add("to_fp32_model_s", times.to_fp32_model)
      .add("to_universal_s", times.to_universal)
      .add("pause_s", times.pause)
      .add("share_of_run", times.share_of_run)
      .take();
}

}  // namespace

nlohmann::ordered_json checkpoint_object(const Plan& plan, const Figures& figures) {
  const CheckpointSize& size = figures.estimate.checkpoint;
  const SavedCheckpoint saved = saved_checkpoint(plan);
  const double step_seconds = figures.time.is_known ? figures.time.total : 0;
  return Members()
      .add("weights", size.weights.value())
      .add("training_state", size.training_state.value())
      .add("model_states", files_object(saved.model_states))
      .add("optimizer_states", files_object(saved.optimizer_states))
      .add("adapters", saved.adapters.value())
      .add("fp32_model", saved.fp32_model.value())
      .add("host_to_convert", saved.host_to_convert.value())
      .add("resumes_on_ranks", saved.resumes_on)
      .add("universal", files_object(saved.universal))
      .add("host_to_universal", saved.host_to_universal.value())
      .add("times", times_object(checkpoint_times(plan, saved, step_seconds)))
      .take();
}

}  // namespace zp
