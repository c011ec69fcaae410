// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/checkpoint.h"

#include <nlohmann/json.hpp>

#include "core/report/checkpoint_words.h"
#include "core/report/sections_json.h"
#include "core/speed/checkpoint_times.h"
#include "core/units/format.h"

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

std::string count_of(std::int64_t files) { return format_count(files) + (files == 1 ? " file" : " files"); }

/// Describes the limit: "what one process writes (0.7 GB/s)".
std::string limit_words(StorageLimit limit, const Storage& storage, bool writes) {
  const std::string does = writes ? " writes (" : " reads (";
  const auto rate_words = [&](const std::string& who, double write, double read) {
    return "what " + who + does + format_gb_per_s(writes ? write : read) + ")";
  };
  switch (limit) {
    case StorageLimit::process:
      return rate_words("one process", storage.process_write_gb_per_s, storage.process_read_gb_per_s);
    case StorageLimit::node:
      return rate_words("a node", storage.write_gb_per_s, storage.read_gb_per_s);
    case StorageLimit::shared:
      break;
  }
  return rate_words("all nodes together", storage.total_write_gb_per_s, storage.total_read_gb_per_s);
}

std::string save_sentence(const Plan& plan, const CheckpointTimes& times) {
  std::string text = "A save stops training for " + format_seconds(times.pause);
  if (times.share_of_run > 0)
    text += ", at every " + format_count(plan.training.save_steps) + " steps " +
            format_percent(times.share_of_run) + " of the run";
  text += "; it waits for " + limit_words(times.save.limit, plan.cluster.storage, true) + ".";
  if (plan.target.flavour == Flavour::hf_trainer && times.pause > times.save.seconds)
    text +=
        plan.training.has_adapters() ? " Trainer writes the adapters too." : " Trainer writes the model too.";
  return text;
}

std::string load_sentence(const Plan& plan, const CheckpointTimes& times) {
  return "Loading it takes " + format_seconds(times.load.seconds) + " and waits for " +
         limit_words(times.load.limit, plan.cluster.storage, false) + ".";
}

/// Returns the number of ranks that can resume a checkpoint, and the command that converts it for another
/// number; "" if `resumes_on` is 1 or less.
std::string resume_sentence(const SavedCheckpoint& saved) {
  if (saved.resumes_on <= 1) return "";
  const std::string here = "It resumes on " + format_count(saved.resumes_on) + " ranks of a partition alone";
  return saved.universal.files > 0
             ? here +
                   "; on others after python -m deepspeed.checkpoint.ds_to_universal --input_folder … "
                   "--output_folder …, with checkpoint.load_universal true."
             : here + ".";
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

CheckpointWords checkpoint_words(const Plan& plan, const Figures& figures) {
  const SavedCheckpoint saved = saved_checkpoint(plan);
  const CheckpointTimes times = checkpoint_times(plan, saved, figures.time.is_known ? figures.time.total : 0);
  const std::int64_t files = saved.model_states.files + saved.optimizer_states.files;
  CheckpointWords words;
  Table& table = words.table;
  table.alignment = "lrr";
  const auto add = [&table](const std::string& kind, Bytes bytes, double seconds) {
    table.rows.push_back({kind, format_bytes(bytes), format_seconds(seconds)});
  };
  add("16-bit weights", saved.weights, times.gather + times.model.seconds);
  if (saved.adapters.value() > 0) add("Adapters alone", saved.adapters, times.adapters.seconds);
  add("Checkpoint to resume from, " + count_of(files), figures.estimate.checkpoint.training_state,
      times.save.seconds);
  if (saved.fp32_model.value() > 0) {
    add("The checkpoint as a model (zero_to_fp32.py)", saved.fp32_model, times.to_fp32_model);
    table.rows.push_back({"Host memory to convert it", format_bytes(saved.host_to_convert)});
  }
  if (saved.universal.files > 0) {
    add("The checkpoint for other GPU counts (ds_to_universal.py), " + count_of(saved.universal.files),
        saved.universal.bytes, times.to_universal);
    table.rows.push_back({"Host memory to make it", format_bytes(saved.host_to_universal)});
  }
  if (times.gather > 0)
    words.sentences.push_back("The time of the 16-bit weights includes " + format_seconds(times.gather) +
                              " to gather them on the rank that writes.");
  words.sentences.push_back(save_sentence(plan, times));
  words.sentences.push_back(load_sentence(plan, times));
  if (std::string resume = resume_sentence(saved); !resume.empty())
    words.sentences.push_back(std::move(resume));
  return words;
}

}  // namespace zp
