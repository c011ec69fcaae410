// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Keys of a plan that somebody means who writes another name.
namespace zp {

/// Returns the key of a plan that has this meaning, for a path that is none: by DeepSpeed's name
/// ("train_micro_batch_size_per_gpu"), by that of a training program ("cutoff_len"), by a common name
/// ("num_gpus"), or by the same name in another section ("training.stage"). "" if there is none.
std::string key_of_meaning(std::string_view path);
/// Returns the same, or the key whose name is spelled most like it; "" if none is.
std::string key_meant(std::string_view path);
/// Returns the only key or section whose path ends with these parts: "cluster.gpus_per_node" for
/// "gpus_per_node", "cluster.gpu" for "gpu". Returns `path` itself where it is a key or a section, where
/// none or several end so, or where it commonly means another key.
std::string path_of_short_name(std::string_view path);

}  // namespace zp
