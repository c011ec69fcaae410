// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

/// The other estimators, and the reasons why their figures differ from the ledger's.
namespace zp {

/// An estimator or document that this folder reproduces.
enum class Estimator : std::uint8_t {
  zero_paper,
  deepspeed,
  article,
  second_document,
  zero_infinity,
  korthikanti
};
inline constexpr std::array all_estimators{Estimator::zero_paper,    Estimator::deepspeed,
                                           Estimator::article,       Estimator::second_document,
                                           Estimator::zero_infinity, Estimator::korthikanti};

std::string_view key_of(Estimator estimator);    ///< name in the output of `reference`: "zero_paper"
std::string_view label_of(Estimator estimator);  ///< short, for charts: "ZeRO paper"
std::string_view title_of(Estimator estimator);  ///< "ZeRO paper (Rajbhandari et al. 2020)"
/// Returns the estimator's source: an arXiv number, or a DeepSpeed file with its function.
std::string_view source_of(Estimator estimator);

/// Returns the reasons why this estimator's figures differ from the ledger's, one plain sentence each, the
/// largest effect first. Sources: the papers themselves; stage_1_and_2.py and stage3.py of
/// deepspeed/runtime/zero at commit edaa7221 (0.19.6) for DeepSpeed's real allocations; the functions and
/// figures of the two documents.
std::span<const std::string_view> differences(Estimator estimator);

}  // namespace zp
