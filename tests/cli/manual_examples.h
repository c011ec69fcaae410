// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace zp::test {

/// Returns docs/commands.md as the built program makes it: its tables of options, and its examples with what
/// their commands print now, as far as the page shows it. The commands run in a folder of their own with the
/// page's files. Throws std::runtime_error if a command cannot be run.
QByteArray manual_now();

}  // namespace zp::test
