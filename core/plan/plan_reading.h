// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/plan/plan_json.h"

/// The parts that reading and writing a plan file are made of. Internal to this folder.
namespace zp::plan_io {

/// True for a key the plan file has a meaning for ("cluster.gpu.preset"), and for an object such keys stand
/// in
/// ("cluster.gpu"). plan_keys() is the list of both.
bool is_known_key(std::string_view path);
bool is_key_section(std::string_view path);
/// The same for the member `key` of `path`: a key with a dot in it is never known, whatever path it would
/// make.
bool is_known_member(std::string_view path, std::string_view key);
/// The members of `object`, which stands at `path`, in the order of plan_keys(), unknown ones behind.
Json in_contract_order(const Json& object, const std::string& path);

/// A key that is a text of its own beside the plan.
struct TextKey {
  std::string_view path;
  std::string PlanText::*text;
};
inline constexpr std::array text_keys = {
    TextKey{"cluster.nvme.path", &PlanText::nvme_path},
    TextKey{"cluster.profile", &PlanText::profile},
    TextKey{"measured.machine", &PlanText::measured_machine},
    TextKey{"measured.date", &PlanText::measured_date},
    TextKey{"measured.logs", &PlanText::measured_logs},
};

/// Renames the keys of model.architecture that are column names of the preset table, which are accepted too,
/// to those of docs/plan-file.md#all-keys.
void rename_architecture_keys(Json& root);
/// Reads the one way `root` names its model; keys of single tensors without a meaning go to `unknown`.
void read_model(const Json& root, PlanDocument& document, Json& unknown);
class BroughtPresets;
/// Writes it below `root`.
void write_model(const PlanDocument& document, BroughtPresets& presets, Json& root);

/// The figures of a GPU in a plan file.
struct GpuFigure {
  std::string_view key;
  double Gpu::*member;
};
inline constexpr std::array gpu_figures = {GpuFigure{"memory_gib", &Gpu::memory_gib},
                                           GpuFigure{"bf16_tflops", &Gpu::bf16_tflops},
                                           GpuFigure{"memory_gb_per_s", &Gpu::memory_gb_per_s}};
/// Returns true if `object` states all figures of a GPU. Without a preset beside them they describe a GPU of
/// its own, of which nothing else is known.
bool states_all_figures(const Json& object);

/// cluster.other_gpus; before what follows from the GPUs.
void read_other_gpus(const Json& root, Cluster& cluster);
void write_other_gpus(const Cluster& cluster, BroughtPresets& presets, Json& root);

/// training.roles; after zero has been read.
void read_roles(const Json& root, Plan& plan);
void write_roles(const Plan& plan, BroughtPresets& presets, Json& root);

/// What becomes of each key of a ds_config: a plan file throws at the first that cannot be taken, a file of
/// DeepSpeed's is taken as far as it goes.
struct Taking {
  std::function<void(const FileError&)> refused;
  /// The plan's key, and where it was said ("deepspeed_config.bf16.enabled").
  std::function<void(std::string_view plan_key, const std::string& shown)> taken;

  /// Runs `take`, which may throw FileError.
  template <class Take>
  void attempt(const Take& take) const {
    try {
      take();
    } catch (const FileError& error) {
      refused(error);
    }
  }
};
/// For a plan file.
const Taking& strictly();

/// The plan file as JSON, keys in the order of plan_keys(); and back, as read_plan() does it.
Json plan_tree(const PlanDocument& document);
PlanDocument read_tree(Json root);

/// The zero section in one form whoever wrote it: DeepSpeed's current key names, offload as an object, keys
/// of deepspeed_config.zero_optimization moved in, "auto" resolved.
struct ZeroSection {
  Json keys = Json::object();
  std::vector<std::pair<std::string, std::string>> origins;  ///< "zero.stage" and where the file has it

  /// Where the file has the key of this path, for error messages.
  [[nodiscard]] std::string shown(std::string_view path) const;
};
ZeroSection read_zero_section(const Json& root, const Plan& plan, const Taking& taking);
/// The keys of `section` that have no field in Zero, nested as they stand.
Json zero_extra(const Json& section);
/// How Python reads a key below zero_optimization, whatever its name's age, where the plan has a field for
/// it.
std::optional<KeyKind> kind_of_zero_key(std::string_view key);
/// Its fields, devices and overlap_comm into the plan.
void take_zero(const ZeroSection& section, Plan& plan, const Taking& taking);

/// Fills the fields that `config` (deepspeed_config) states: those without a key of their own in the plan
/// always, the others when the plan file `root` (nullptr: there is none) does not have the plan's key.
/// Refuses where both are there and contradict.
void adopt_deepspeed_config(const Json& config, const Json* root, Plan& plan, const Taking& taking);
/// How Python reads the key of a ds_config at `path`, where the plan has a field for it.
std::optional<KeyKind> kind_of_config_key(std::string_view path);
/// Brings `config` in line with the plan, so that reading it gives this plan again.
void agree_with_plan(Json& config, const Plan& plan);

}  // namespace zp::plan_io
