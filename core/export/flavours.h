// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/export/bundle.h"
#include "core/plan/finding.h"
#include "core/plan/plan.h"

/// The programs and systems that a plan's files can be written for.
namespace zp {

struct ProgramExport {
  PlanDocument document;          ///< the plan as these files state it: the one in plan.zplan.json
  std::vector<ExportFile> files;  ///< the first is the one that is started or read first
  std::string start;              ///< the command that starts the run: "./run.sh"
  /// Findings on what the program's own file cannot say, and on what is left to fill in; those of
  /// ds_config.json are in exported_config().
  std::vector<Finding> findings;
  /// Codes of findings in which exported_config() asks a program for something that the program's own
  /// file does.
  std::vector<std::string_view> settled;

  [[nodiscard]] bool settles(const Finding& finding) const;
};

struct ExportFlavour {
  std::string_view name;   ///< "llama-factory"
  std::string_view title;  ///< "LLaMA-Factory"
  std::string_view makes;  ///< "its YAML and run.sh"
  ProgramExport (*write)(const PlanDocument& document);
};

/// Returns the flavours in the order in which they are offered; `export` writes the first by default.
std::span<const ExportFlavour> export_flavours();
const ExportFlavour* find_export_flavour(std::string_view name);

}  // namespace zp
