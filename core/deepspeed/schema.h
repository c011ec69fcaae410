// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/plan/plan.h"

/// The schema of ds_config.json: resources/schema/ds_config_schema.json, embedded at build time. Every entry
/// names its source in DeepSpeed. To add a key, edit only that file.
namespace zp {

/// The value "auto" as JSON text: DeepSpeed or Hugging Face's Trainer decides.
inline constexpr std::string_view auto_value = "\"auto\"";

/// DeepSpeed's reaction to an unknown key, by section.
enum class UnknownKeys : std::uint8_t {
  ignored,    ///< silently accepted
  refused,    ///< a pydantic section: the whole file is rejected
  forwarded,  ///< passed to a constructor, which raises TypeError for unknown names
};

struct SchemaKey {
  std::string path;           ///< "zero_optimization.reduce_bucket_size"
  std::string type;           ///< "int", "bool | null", "list[string]" …
  std::string default_value;  ///< JSON text; the default in the newest version
  std::vector<std::pair<DeepSpeedVersion, std::string>> default_before;  ///< {version, JSON text until then}
  std::vector<std::string>
      allowed;  ///< JSON texts; empty = not restricted. "<…>" describes a family of names
  std::vector<std::pair<DeepSpeedVersion, std::vector<std::string>>>
      allowed_before;  ///< {version, allowed until then}
  std::optional<double> minimum, exclusive_minimum, maximum;
  DeepSpeedVersion minimum_since{0, 0, 0};
  std::string constraints, required, unit;
  std::array<bool, 4> stages{true, true, true, true};  ///< ZeRO stages at which the key has an effect
  std::vector<std::pair<DeepSpeedVersion, std::array<bool, 4>>>
      stages_before;    ///< {version, stages until then}
  std::string offload;  ///< device that must be used for the key to have an effect: "", optimizer,
                        ///< optimizer:nvme, param, param:nvme, nvme
  DeepSpeedVersion since{0, 0, 0};
  std::optional<DeepSpeedVersion> removed;  ///< first version that no longer reads it
  bool deprecated = false;
  bool refused = false;  ///< documented somewhere, but refused by DeepSpeed's parser
  bool write = true;     ///< false: not written to new files
  std::string renamed_to;
  std::vector<std::string> aliases;  ///< alternative last components of the path; stating both is an error
  std::string auto_rule, effect, note, source;

  [[nodiscard]] bool is_integer() const { return type == "int" || type == "int | null"; }
  [[nodiscard]] bool takes_auto()
      const;  ///< true if DeepSpeed itself accepts "auto"; else Trainer replaces it
};

struct OptimizerSchema {
  std::string type;
  std::vector<std::pair<std::string, std::string>> params;  ///< {name, default as JSON text}
  std::vector<std::string> gpu_only, cpu_only;  ///< names that only one of the two classes accepts
  std::vector<std::pair<std::string, DeepSpeedVersion>> params_since;
  DeepSpeedVersion since{0, 0, 0};
  bool tested_with_zero = false;  ///< false: stages 1 to 3 need zero_allow_untested_optimizer, or refuse it
};

struct SchedulerSchema {
  std::string type;
  std::vector<std::string> required;
  std::vector<std::pair<std::string, std::string>> params;
};

struct SchemaSection {
  std::string path;
  UnknownKeys unknown = UnknownKeys::ignored;
  std::vector<std::pair<DeepSpeedVersion, UnknownKeys>> unknown_before;  ///< {version, until then}
  DeepSpeedVersion drops_auto_since{0, 0, 0};  ///< older releases treat "auto" as an ordinary value here
};

struct Schema {
  std::vector<SchemaKey> keys;
  std::vector<SchemaSection> sections;
  std::vector<OptimizerSchema> optimizers;
  std::vector<SchedulerSchema> schedulers;
  std::string commit;           ///< DeepSpeed commit that all line numbers refer to
  DeepSpeedVersion version;     ///< version of that commit
  DeepSpeedVersion pydantic_2;  ///< the first release whose sections are read with pydantic 2, not 1

  /// Returns the key with that path or alias; nullptr if there is none.
  [[nodiscard]] const SchemaKey* find(std::string_view path) const;
  /// Returns true for a path that has keys below it ("zero_optimization.offload_param").
  [[nodiscard]] bool is_section(std::string_view path) const;
  /// Returns DeepSpeed's reaction to an unknown key directly below `section` ("" for the top level);
  /// `ignored` for sections that are not in the schema, because DeepSpeed does not read them.
  [[nodiscard]] UnknownKeys unknown_keys(std::string_view section) const;
  /// Returns the reaction of the DeepSpeed release `version`. Older releases may ignore the section, or read
  /// single keys of it.
  [[nodiscard]] UnknownKeys unknown_keys(std::string_view section, DeepSpeedVersion version) const;
  /// Returns the entry of a section; nullptr if DeepSpeed does not read it.
  [[nodiscard]] const SchemaSection* find_section(std::string_view path) const;
  /// Returns the names of the keys directly below `section`.
  [[nodiscard]] std::vector<std::string> names_in(std::string_view section) const;
  /// Returns the entry of an optimizer type, ignoring case as DeepSpeed does for its own names; nullptr if
  /// unknown.
  [[nodiscard]] const OptimizerSchema* find_optimizer(std::string_view type) const;
  [[nodiscard]] const SchedulerSchema* find_scheduler(std::string_view type) const;
};

/// Returns the embedded schema, parsed on first use.
const Schema& schema();

/// Returns true if `stages` includes this stage; false for an invalid number.
[[nodiscard]] constexpr bool includes(const std::array<bool, 4>& stages, int stage) {
  return stage >= 0 && stage <= 3 && stages[static_cast<std::size_t>(stage)];
}

/// Returns the default in that release as JSON text: gradient_clipping is 0.0 before 0.19.3 and 1.0 since.
const std::string& default_of(const SchemaKey& key, DeepSpeedVersion version);
bool known_to(const SchemaKey& key, DeepSpeedVersion version);
/// Returns the key with its values and limits in that release.
SchemaKey as_of(SchemaKey key, DeepSpeedVersion version);
/// Returns true if the key has an effect at this plan's stage, with its offload devices and DeepSpeed
/// version.
bool acts(const SchemaKey& key, const Plan& plan);
/// Returns one sentence that says why the key has no effect in this plan.
std::string why_without_effect(const SchemaKey& key, const Plan& plan);

}  // namespace zp
