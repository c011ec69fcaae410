// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace zp {
class MainWindow;
}

namespace zp::walk {

class Examiner;
class Report;

/// Opens every tutorial of Help ▸ Tutorials, has every step of it done and its plan opened, by clicks on its
/// links.
void walkTutorials(MainWindow& window, Report& report, Examiner& examiner);

}  // namespace zp::walk
