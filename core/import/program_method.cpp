// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/import/program_method_json.h"
#include "core/text/letters.h"

namespace zp::import_io {
namespace {

/// Returns the method in the name of a script or file: "dpo" for "dpo_tune_cache.py" and "trl dpo"; "" if
/// there is none.
std::string method_in(std::string_view name) {
  struct MethodWord {
    std::string_view word, method;
  };
  constexpr auto words = std::to_array<MethodWord>({{"sft", "sft"},
                                                    {"pt", "pretrain"},
                                                    {"dpo", "dpo"},
                                                    {"simpo", "simpo"},
                                                    {"cpo", "simpo"},
                                                    {"orpo", "orpo"},
                                                    {"kto", "kto"},
                                                    {"grpo", "grpo"},
                                                    {"ppo", "ppo"},
                                                    {"gkd", "distillation"},
                                                    {"reward", "reward"},
                                                    {"rm", "reward"},
                                                    {"glue", "classification"},
                                                    {"classification", "classification"},
                                                    {"classifier", "classification"}});
  std::string part;
  for (const char c : std::string(name) + '/') {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      part += c;
      continue;
    }
    const auto* const found = std::ranges::find(words, part, &MethodWord::word);
    if (found != words.end()) return std::string(found->method);
    part.clear();
  }
  return "";
}

/// Adds a note if a key belongs to a method that nothing names, so that sft was taken. `names`: such keys, of
/// which the last part counts.
template <std::size_t n>
void note_open_method(const FileKeys& keys, const std::array<std::string_view, n>& names,
                      std::string_view method, ProgramKeys& plan) {
  for (const std::string_view name : names)
    for (const FileKey& key : keys) {
      if (std::string_view(key.key).substr(key.key.rfind('.') + 1) != name || key.is_null()) continue;
      plan.list_as_unread(key, key.spelling + " belongs to " + std::string(method) +
                                   ", which the file does not name; sft was taken. Set training.method.");
      return;
    }
}

constexpr auto keys_of_preferences =
    std::to_array<std::string_view>({"beta", "max_prompt_length", "loss_type"});
constexpr auto keys_of_distillation = std::to_array<std::string_view>(
    {"kd_ratio", "teacher_model", "teacher_model_path", "teacher_model_name_or_path", "distillation_weight"});

}  // namespace

void read_method(const FileKeys& keys, ProgramKeys& plan, const std::string& name) {
  constexpr auto programs = std::to_array<std::string_view>(
      {"trl", "unsloth", "alignment-handbook", "open-instruct", "ms-swift", "rl2"});
  const std::string_view id = plan.program().id;
  if (id == "hf-trainer") {
    // An unknown program: only its file name may contain the method, "train_grpo.py", or the class that a
    // file of Lightning's command line trains, "lms.DPO".
    std::string method = method_in(name.substr(name.rfind('/') + 1)), evidence = name;
    const FileKey* const trained = find_key(keys, "model.class_path");
    if (method.empty() && trained != nullptr) {
      method = method_in(lower_case(trained->text));
      evidence = trained->text;
    }
    constexpr auto told =
        std::to_array<std::string_view>({"dpo", "orpo", "kto", "grpo", "ppo", "reward", "classification"});
    if (std::ranges::find(told, method) != told.end())
      plan.set("training.method", method, evidence);
    else if (find_key(keys, "num_generations") != nullptr &&
             find_key(keys, "max_completion_length") != nullptr)  // only TRL's GRPO has this key
      plan.set("training.method", "grpo", *find_key(keys, "num_generations"));
    else {
      if (find_key(keys, "beta") != nullptr && find_key(keys, "max_prompt_length") != nullptr)
        note_open_method(keys, keys_of_preferences, "a preference method", plan);
      note_open_method(keys, keys_of_distillation, "distillation", plan);
    }
    return;
  }
  if (std::ranges::find(programs, id) == programs.end() || find_key(keys, "rlhf_type") != nullptr) return;
  if (const std::string method = method_in(name); !method.empty()) {
    const bool has_no_reference = method == "simpo";
    if (has_no_reference) plan.set("training.reference", "none", name);
    if (method != "sft") plan.set("training.method", has_no_reference ? "dpo" : method, name);
    return;
  }
  if (find_key(keys, "num_generations") != nullptr) {
    plan.set("training.method", "grpo", *find_key(keys, "num_generations"));
    return;
  }
  if (id != "ms-swift") note_open_method(keys, keys_of_preferences, "a preference method", plan);
}

std::string end_of_path(const std::string& path) {
  const std::size_t last = path.rfind('/');
  const std::size_t before =
      last == std::string::npos || last == 0 ? std::string::npos : path.rfind('/', last - 1);
  return before == std::string::npos ? path : path.substr(before + 1);
}

}  // namespace zp::import_io
