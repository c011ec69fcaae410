// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/probe/machine_figure.h"
#include "core/text/text_file.h"

namespace zp::test {

/// Returns a file of tests/data/probe as the readers have it.
inline ProbeFile read_data(const std::string& name) {
  return read_probe_file(read_text_file(ZP_TEST_DATA "/probe/" + name), name);
}

}  // namespace zp::test
