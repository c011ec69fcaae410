// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"
#include "core/settings/changed_keys.h"
#include "core/text/file_error.h"
#include "core/units/parse.h"

/// Keys of a plan that are set outside its file: on a command line or in a sweep.
namespace zp {

/// A key of the plan file and its new value as a person types it.
struct KeySetting {
  std::string path;   ///< "training.micro_batch_size"
  std::string value;  ///< "4", "4k", "full", "80 GB" for a key in GiB, JSON; "null" for the default
  DecimalMark mark = DecimalMark::point;  ///< convention of the person who typed the value
  bool operator==(const KeySetting&) const = default;
};

/// Returns the settings that make these changes.
std::vector<KeySetting> settings_of(std::span<const ChangedKey> changes);
/// Parses "training.micro_batch_size=4". A key may be shortened to its last parts if no other key ends with
/// them ("micro_batch_size=4"), and a group may be set by the value of its first key ("gpu=h100-sxm5-80gb",
/// "zero=3"). Throws FileError if the text is not a key with a value.
KeySetting parse_setting(std::string_view text, DecimalMark mark = DecimalMark::point);
/// Returns the setting in the form "training.micro_batch_size=4".
std::string shown(const KeySetting& setting);
/// Returns the value in the form of the plan file, as JSON text: "4000" for "4k" of a count, a text in
/// quotes. Throws FileError for malformed JSON.
std::string json_value(const KeySetting& setting);
/// Throws FileError unless the plan file has that key or section, or preserves it as an unknown key of `zero`
/// or `deepspeed_config`. The error suggests the most similar key.
void check_plan_path(const std::string& path);

/// Returns the document with these keys set in its file. Models and GPUs may come from `presets`; the last
/// setting of a key counts. Numbers may have suffixes (units/parse.h), and commas separate lists of words.
/// Values derived from a key change with it: links and rates with the GPU, the sequence length with the
/// model. Keys of deepspeed_config that repeat a changed key get the same value. A key of model.architecture
/// turns a preset or a parameter count into a custom shape, another way to name the model replaces the
/// present one, and a device name keeps the other keys of its offload object. Throws FileError with the
/// message of read_plan(), preceded by the setting at fault.
PlanDocument with_settings(const PlanDocument& document, std::span<const KeySetting> settings,
                           const Catalog& presets = catalog());

}  // namespace zp
