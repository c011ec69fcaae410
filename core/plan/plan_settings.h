// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/plan/plan.h"
#include "core/text/file_error.h"
#include "core/units/parse.h"

/// Keys of a plan that are set beside its file: on a command line, in a sweep.
namespace zp {

/// A key of the plan file and what it is to be, as people write it.
struct KeySetting {
  std::string path;   ///< "training.micro_batch_size"
  std::string value;  ///< "4", "4k", "full", "80 GB" of a key in GiB, JSON; "null" for the default
  DecimalMark mark = DecimalMark::point;  ///< the habit of who typed the value
  bool operator==(const KeySetting&) const = default;
};

/// "training.micro_batch_size=4". Throws FileError where the text is no key and value.
KeySetting parse_setting(std::string_view text, DecimalMark mark = DecimalMark::point);
/// As it was written: "training.micro_batch_size=4".
std::string shown(const KeySetting& setting);
/// The value as the file would have it, JSON text: "4000" for "4k" of a count, a text in quotes. Throws
/// FileError where it is broken JSON.
std::string json_value(const KeySetting& setting);
/// Throws FileError unless the plan file has that key, or a section of that name, or it is carried in `zero`
/// or `deepspeed_config`; the sentence names the key probably meant.
void check_plan_path(const std::string& path);

/// The document that results where the file of `document` has these keys so; of a key that stands twice the
/// last counts. Numbers may have suffixes (units/parse.h), and lists of words are separated by commas. What
/// follows from a key follows from its new value: links and rates from a GPU, the sequence length from a
/// model. Keys of deepspeed_config that say the same of the run are brought in line. A key of
/// model.architecture makes a shape of its own of a preset or a count, another way to name the model replaces
/// the one there is; a device word keeps the other keys of its offload object. Throws FileError in the
/// words of read_plan(), after the setting it is about.
PlanDocument with_settings(const PlanDocument& document, std::span<const KeySetting> settings);

}  // namespace zp
