// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace zp {
class MainWindow;
}

namespace zp::walk {

class Examiner;
class Report;

/// Opens every tutorial of Help ▸ Tutorials and, by clicks on its links, does every step of it and
/// opens its plan.
void walkTutorials(MainWindow& window, Report& report, Examiner& examiner);

}  // namespace zp::walk
