// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "tests/cli/program.h"

namespace zp::test {

/// A sample of `estimate --json` that has every key with a value of its type (docs/json.md#zero-estimate1).
const Json& contract_estimate();

/// Returns "" if `value` has every key of `sample`, in its order and with a value of its type, else the first
/// difference and its place. Rules: 0 stands for an integer, 0.5 for any number, a text "a|b" for one of
/// those words, any other text for a text, {} for any object, and each element of a list has the shape of the
/// sample's first. Below the keys `step` and `throughput` everything may be null, as it is for a
/// list of tensors.
std::string difference_of_shape(const Json& value, const Json& sample, const std::string& path = "");

/// Returns "" if the components, phases and totals of an estimate agree with its ledger, else
/// the first difference.
std::string difference_of_sums(const Json& estimate);

}  // namespace zp::test
