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

/// A key of the plan file and its new value, as people write it.
struct KeySetting {
  std::string path;   ///< "training.micro_batch_size"
  std::string value;  ///< "4", "4k", "full", "80 GB" of a key in GiB, JSON; "null" for the default
  DecimalMark mark = DecimalMark::point;  ///< convention of the person who typed the value
  bool operator==(const KeySetting&) const = default;
};

/// Returns the settings that make these changes.
std::vector<KeySetting> settings_of(std::span<const ChangedKey> changes);
/// Parses "training.micro_batch_size=4". A key may be written by its last parts where no other key ends so
/// ("micro_batch_size=4"), and a group by the value of its first key ("gpu=h100-sxm5-80gb", "zero=3"). Throws
/// FileError if the text is no key and value.
KeySetting parse_setting(std::string_view text, DecimalMark mark = DecimalMark::point);
/// Returns the setting in the form "training.micro_batch_size=4".
std::string shown(const KeySetting& setting);
/// Returns the value as the file would have it, as JSON text: "4000" for "4k" of a count, a text in quotes.
/// Throws FileError for broken JSON.
std::string json_value(const KeySetting& setting);
/// Throws FileError unless the plan file has that key or section, or carries it in `zero` or
/// `deepspeed_config`. The error's sentence names the key probably meant.
void check_plan_path(const std::string& path);

/// Returns the document that results if the file of `document` has these keys, which can name `presets`;
/// the last setting of a key counts. Numbers may have suffixes (units/parse.h), and lists of words are
/// separated by commas. Values that follow from a key follow its new value: links and rates from a GPU, the
/// sequence length from a model. Keys of deepspeed_config that state the same are brought in line. A key of
/// model.architecture turns a preset or a count into a custom shape, another way to name the model replaces
/// the present one, and a device word keeps the other keys of its offload object. Throws FileError in the
/// words of read_plan(), after the setting that it is about.
PlanDocument with_settings(const PlanDocument& document, std::span<const KeySetting> settings,
                           const Catalog& presets = catalog());

}  // namespace zp
