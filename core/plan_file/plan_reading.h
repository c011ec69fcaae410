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

#include "core/plan_file/plan_json.h"

/// Parts of reading and writing a plan file. Internal to this folder.
namespace zp::plan_io {

/// The first returns true for a key of the plan file ("cluster.gpu.preset"), the second for an object that
/// holds such keys ("cluster.gpu"). plan_keys() lists both.
bool is_known_key(std::string_view path);
bool is_key_section(std::string_view path);
/// Returns true if the member `key` of the object at `path` is a key of the plan file. A key that contains a
/// dot is never known.
bool is_known_member(std::string_view path, std::string_view key);
/// Returns the members of `object`, found at `path`, in the order of plan_keys(); unknown ones last.
Json in_contract_order(const Json& object, const std::string& path);

/// A key whose value is stored as text next to the plan.
struct TextKey {
  std::string_view path;
  std::string PlanText::*text;
};
inline constexpr std::array text_keys = {
    TextKey{"model.repository", &PlanText::repository},
    TextKey{"cluster.nvme.path", &PlanText::nvme_path},
    TextKey{"cluster.profile", &PlanText::profile},
    TextKey{"measured.machine", &PlanText::measured_machine},
    TextKey{"measured.date", &PlanText::measured_date},
    TextKey{"measured.logs", &PlanText::measured_logs},
};

/// Renames keys of model.architecture from column names of the preset table, which are accepted too, to the
/// names in docs/plan-file.md#all-keys.
void rename_architecture_keys(Json& root);
/// Reads the model; unknown keys of single tensors are added to `unknown`.
void read_model(const PlanSource& source, PlanDocument& document, Json& unknown);
class CarriedPresets;
/// Writes the model into `root`.
void write_model(const PlanDocument& document, CarriedPresets& presets, Json& root);

/// A figure of a GPU in a plan file.
struct GpuFigure {
  std::string_view key;
  double Gpu::*member;
};
inline constexpr std::array gpu_figures = {GpuFigure{"memory_gib", &Gpu::memory_gib},
                                           GpuFigure{"bf16_tflops", &Gpu::bf16_tflops},
                                           GpuFigure{"memory_gb_per_s", &Gpu::memory_gb_per_s}};
/// Returns true if `object` states all figures of a GPU. Without a preset they then describe a custom GPU.
bool states_all_figures(const Json& object);

/// Reads cluster.other_gpus. Must be called before anything that depends on the GPUs is read.
void read_other_gpus(const PlanSource& source, Cluster& cluster);
void write_other_gpus(const Cluster& cluster, CarriedPresets& presets, Json& root);

/// Reads training.roles. Must be called after zero has been read.
void read_roles(const PlanSource& source, Plan& plan);
void write_roles(const Plan& plan, CarriedPresets& presets, Json& root);

/// Callbacks for each key of a ds_config. A plan file throws at the first invalid key; a DeepSpeed file is
/// read as far as possible.
struct KeyReactions {
  std::function<void(const FileError&)> refused;
  /// Called with the plan's key and the place that stated it ("deepspeed_config.bf16.enabled").
  std::function<void(std::string_view plan_key, const std::string& shown)> taken;

  /// Calls `take`; passes a FileError that it throws to `refused`.
  template <class Take>
  void attempt(const Take& take) const {
    try {
      take();
    } catch (const FileError& error) {
      refused(error);
    }
  }
};
/// Returns the callbacks for a plan file.
const KeyReactions& strictly();

/// The first returns the plan file as JSON with its keys in the order of plan_keys(); the second reads it
/// back, as read_plan() does.
Json plan_tree(const PlanDocument& document);
PlanDocument read_tree(Json root, const Catalog& presets = catalog());

/// The zero section in normal form: DeepSpeed's current key names, offload as an object, keys of
/// deepspeed_config.zero_optimization moved in, "auto" resolved.
struct ZeroSection {
  Json keys = Json::object();
  std::vector<std::pair<std::string, std::string>> origins;  ///< {"zero.stage", path in the file}

  /// Returns the file's own spelling of this path, for error messages.
  [[nodiscard]] std::string shown(std::string_view path) const;
};
ZeroSection read_zero_section(const Json& root, const Plan& plan, const KeyReactions& taking);
/// Returns the keys of `section` without a field in Zero, nested as in the section.
Json zero_extra(const Json& section);
/// Returns the type as which Python reads a key of zero_optimization, under its old or new name; nullopt if
/// the plan has no field for it.
std::optional<KeyKind> kind_of_zero_key(std::string_view key);
/// Sets the plan's fields, devices and overlap_comm from the section.
void take_zero(const ZeroSection& section, Plan& plan, const KeyReactions& taking);

/// Sets the fields that `config` (deepspeed_config) states: those without a key of their own in the plan
/// always, the others only if the plan file `root` (nullptr: none) lacks the plan's key. Refuses a field that
/// both state differently.
void adopt_deepspeed_config(const Json& config, const Json* root, Plan& plan, const KeyReactions& taking);
/// Reads whether master weights and optimizer states have 16 bits. The key is in the section of the plan's
/// precision, which a program may decide after the rest of `config` was read.
void adopt_low_precision(const Json& config, const KeyReactions& taking, Training& training);
/// Returns the type as which Python reads the ds_config key at `path`; nullopt if the plan has no field for
/// it.
std::optional<KeyKind> kind_of_config_key(std::string_view path);
/// Updates `config` to the plan's values, so that reading it returns this plan again.
void agree_with_plan(Json& config, const Plan& plan);

/// Throws FileError if training.types contradicts an older key for the same type.
void check_stated_types(const Training& training);

}  // namespace zp::plan_io
