// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "core/import/import_parts_json.h"
#include "core/plan/plan_file.h"

namespace zp::import_io {
namespace {

/// A plan's key and the key of a ds_config that says the same.
struct Said {
  std::string_view plan_key;   ///< below training
  std::string_view ds_config;  ///< a dotted path
  std::string_view what;
};
constexpr std::array said = {
    Said{"micro_batch_size", "train_micro_batch_size_per_gpu", "micro batch"},
    Said{"gradient_accumulation_steps", "gradient_accumulation_steps", "gradient accumulation"},
    Said{"precision", "bf16.enabled", "precision"},
    Said{"optimizer", "optimizer.type", "optimizer"},
    Said{"gradient_accumulation_dtype", "data_types.grad_accum_dtype", "accumulation type"},
    Said{"sequence_parallel", "sequence_parallel_size", "sequence parallelism"},
    Said{"tensor_parallel", "tensor_parallel.autotp_size", "tensor parallelism"},
};

/// The value there, nullptr where there is none or it is "auto".
const Json* stated(const Json& config, std::string_view path) {
  const Json* here = &config;
  while (true) {
    const std::size_t dot = path.find('.');
    if (!here->is_object()) return nullptr;
    const auto found = here->find(std::string(path.substr(0, dot)));
    if (found == here->end()) return nullptr;
    here = &*found;
    if (dot == std::string_view::npos) break;
    path.remove_prefix(dot + 1);
  }
  return *here == "auto" ? nullptr : here;
}

bool says_auto(const Json& value) {
  if (value.is_string()) return value == "auto";
  return value.is_structured() && std::ranges::any_of(value, says_auto);
}

void drop_auto(Json& value) {
  if (!value.is_object()) return;
  for (auto member = value.begin(); member != value.end();) {
    if (*member == "auto")
      member = value.erase(member);
    else
      drop_auto(*member++);
  }
}

bool states_precision(const Json& config) {
  return stated(config, "bf16.enabled") != nullptr || stated(config, "bfloat16.enabled") != nullptr ||
         stated(config, "fp16.enabled") != nullptr;
}

/// "Adam" in a ds_config is Adam or AdamW by adam_w_mode: where the base says Adam, both mean the same
/// optimizer.
bool names_base_adam(const Json& training, const Json& config) {
  return training.value("optimizer", std::string()) == "adam" && *stated(config, "optimizer.type") == "Adam";
}

/// Removes from the base what the file says, so that the file decides, and notes what it leaves open.
void make_room(Json& training, const Json& config, Imported& imported) {
  for (const Said& key : said) {
    const bool is_precision = key.plan_key == "precision";
    const bool is_said = is_precision ? states_precision(config) : stated(config, key.ds_config) != nullptr;
    const bool was_there = training.contains(std::string(key.plan_key));
    if (is_said && key.plan_key == "optimizer" && names_base_adam(training, config)) continue;
    if (is_said)
      training.erase(std::string(key.plan_key));
    else if (key.plan_key != "gradient_accumulation_dtype" && key.plan_key != "sequence_parallel" &&
             key.plan_key != "tensor_parallel")
      note(imported, "not_in_file", "training." + std::string(key.plan_key),
           "The file does not say the " + std::string(key.what) +
               (was_there ? "; the base plan's was taken." : "; the default was taken."));
  }
  // DeepSpeed infers one of the three batch sizes from the two others: the base must not contradict the
  // total.
  if (stated(config, "train_batch_size") != nullptr) {
    if (stated(config, "train_micro_batch_size_per_gpu") == nullptr) training.erase("micro_batch_size");
    if (stated(config, "gradient_accumulation_steps") == nullptr)
      training.erase("gradient_accumulation_steps");
  }
}

}  // namespace

Imported import_ds_config(const Json& config, const PlanDocument& base) {
  Imported imported;
  Json plan = Json::parse(write_plan(base));
  if (!plan.contains("training")) plan["training"] = Json::object();
  make_room(plan["training"], config, imported);
  plan.erase("zero");
  Json said_by_file = config;
  if (says_auto(config)) {
    plan["target"]["flavour"] = "hf-trainer";
    note(imported, "auto", "target.flavour",
         "Values \"auto\" are filled in by Hugging Face Trainer: bucket sizes by its rule, the others from "
         "the base "
         "plan.");
  }
  // Sizes of zero_optimization that are "auto" follow Trainer's rule, which reading the plan applies.
  for (auto& [name, section] : said_by_file.items())
    if (name != "zero_optimization") drop_auto(section);
  for (auto member = said_by_file.begin(); member != said_by_file.end();)
    member = *member == "auto" ? said_by_file.erase(member) : std::next(member);
  plan["deepspeed_config"] = std::move(said_by_file);
  const std::vector<Finding> notes = std::move(imported.notes);
  imported.document = read_plan(plan.dump(-1, ' ', false, Json::error_handler_t::replace));
  imported.notes = notes;
  for (const char* open : {"sequence_length", "activation_checkpointing"})
    if (!plan["training"].contains(open))
      note(imported, "not_in_file", std::string("training.") + open,
           std::string("A ds_config does not say ") +
               (std::string_view(open) == "sequence_length" ? "the sequence length"
                                                            : "whether activations are recomputed") +
               "; the default was taken.",
           "Set it, because the estimate depends on it.");
  return imported;
}

}  // namespace zp::import_io
