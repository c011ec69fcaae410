// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string_view>

#include "core/import/program_file.h"

/// Keys of verl and EasyR1 that depend on each other. Each function removes the keys that it read. Internal
/// to this folder.
namespace zp::import_io {

class ProgramKeys;

/// verl switches micro batches that are filled up to a number of tokens on by this key.
inline constexpr std::string_view batches_of_tokens = "actor_rollout_ref.actor.use_dynamic_bsz";

/// verl: the sequence is prompt plus response; SFT has no key for the method.
void read_verl(FileKeys& keys, ProgramKeys& plan);
/// EasyR1: lengths, batches, reference model, and tensors kept on the host.
void read_easy_r1(FileKeys& keys, ProgramKeys& plan);
/// Sets training.rests_on_host from the keys in `of_weights` and `of_optimizer` that are on.
void read_host_rest(FileKeys& keys, ProgramKeys& plan, std::initializer_list<std::string_view> of_weights,
                    std::initializer_list<std::string_view> of_optimizer);

}  // namespace zp::import_io
