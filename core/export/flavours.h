// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/programs.h"
#include "core/export/bundle.h"
#include "core/plan/finding.h"
#include "core/plan/plan.h"

/// The programs and systems that a plan's files can be written for.
namespace zp {

/// A setting of the plan that none of the files states.
struct LeftOut {
  std::string plan_key;  ///< "training.fused_loss"
  std::string value;     ///< "chunked"
  std::string instead;   ///< effect in the program: "PyTorch's own is used"; "" if it is the program's to say
};

struct ProgramExport {
  PlanDocument document;          ///< the plan as these files state it: the one in plan.zplan.json
  std::vector<ExportFile> files;  ///< the first is the one that is started or read first
  std::string start;              ///< the command that starts the run: "./run.sh"
  /// Findings on what the program's own file cannot say, and on what is left to fill in; those of
  /// ds_config.json are in exported_config().
  std::vector<Finding> findings;
  std::vector<LeftOut> left_out;  ///< each has a finding, not_in_program, too
  /// Codes of findings in which exported_config() asks a program for something that the program's own
  /// file does.
  std::vector<std::string_view> settled;
  bool has_config = true;  ///< false: the program makes its ds_config itself, and reads no file of that name

  [[nodiscard]] bool settles(const Finding& finding) const;
  /// Returns one sentence with all that the files leave out and the run has to be given by hand; "" if
  /// nothing is left out.
  [[nodiscard]] std::string left_out_sentence() const;
};

struct ExportFlavour {
  std::string_view name;   ///< "llama-factory"
  std::string_view title;  ///< "LLaMA-Factory"
  std::string_view makes;  ///< "its YAML and run.sh"
  ProgramExport (*write)(const PlanDocument& document);
  std::string_view program = {};  ///< id in the catalog of the program that it starts; "" = the user's own
  std::uint8_t frameworks = 0;    ///< bits of ProgramFramework that its files start
  bool is_on_trainer = false;     ///< the program is built on transformers' Trainer

  [[nodiscard]] bool starts(ProgramFramework framework) const {
    return (frameworks >> static_cast<unsigned>(framework) & 1U) != 0;
  }
};

/// Returns the flavours in the order in which they are offered; `export` writes the first by default.
std::span<const ExportFlavour> export_flavours();
const ExportFlavour* find_export_flavour(std::string_view name);

}  // namespace zp
