// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Finds the plan key that a user probably means by another name.
namespace zp {

/// Returns the plan key meant by an unknown path: DeepSpeed's name ("train_micro_batch_size_per_gpu"), a
/// training program's ("cutoff_len"), a common name ("num_gpus"), or the same name in another section
/// ("training.stage"). "" if there is none.
std::string key_of_meaning(std::string_view path);
/// Returns key_of_meaning(path), or the key with the most similar name if that is ""; "" if there is neither.
std::string key_meant(std::string_view path);
/// Returns the only key or section whose path ends with these parts: "cluster.gpus_per_node" for
/// "gpus_per_node", "cluster.gpu" for "gpu". Returns `path` unchanged if it is itself a key or section, if
/// none or several match, or if it commonly means another key. Of several, the only one that can have a value
/// written as `value` is meant: "training.experts" for "experts" with "grouped".
std::string path_of_short_name(std::string_view path, std::string_view value = "");
/// Returns a sentence on what to write instead of an unknown key; "" if nothing similar is known.
std::string advice_on_key(std::string_view path);

}  // namespace zp
