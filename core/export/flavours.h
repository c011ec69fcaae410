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

/// Programs and systems for which a plan's files can be written.
namespace zp {

/// A setting of the plan that none of the files states.
struct LeftOut {
  std::string plan_key;  ///< "training.fused_loss"
  std::string value;     ///< "chunked"
  std::string instead;   ///< what the program does instead: "PyTorch's own is used"; "" if unknown
};

struct ProgramExport {
  PlanDocument document;          ///< the plan that these files state, as written to plan.zplan.json
  std::vector<ExportFile> files;  ///< the first is the one to start or to read first
  std::string start;              ///< the command that starts the run: "./run.sh"
  /// Findings on what the program's own file cannot state, and on what the user must fill in; findings on
  /// ds_config.json are in exported_config().
  std::vector<Finding> findings;
  std::vector<LeftOut> left_out;  ///< each also has a finding not_in_program
  /// Codes of findings of exported_config() that ask for something the program's own file already does.
  std::vector<std::string_view> handled_codes;
  bool has_config = true;  ///< false: the program creates its ds_config itself and reads no such file

  [[nodiscard]] bool handles(const Finding& finding) const;
  /// Returns one sentence listing everything that the files omit and the user must configure by hand; "" if
  /// nothing is omitted.
  [[nodiscard]] std::string left_out_sentence() const;
};

struct ExportFlavour {
  std::string_view name;   ///< "llama-factory"
  std::string_view title;  ///< "LLaMA-Factory"
  std::string_view makes;  ///< "its YAML and run.sh"
  ProgramExport (*write)(const PlanDocument& document);
  std::string_view program = {};  ///< catalog id of the program that it starts; "" = the user's own program
  std::uint8_t frameworks = 0;    ///< bits of ProgramFramework that its files can start
  bool is_on_trainer = false;     ///< the program is built on transformers' Trainer

  [[nodiscard]] bool starts(ProgramFramework framework) const {
    return (frameworks >> static_cast<unsigned>(framework) & 1U) != 0;
  }
};

/// Returns the flavours in display order; `export` writes the first by default.
std::span<const ExportFlavour> export_flavours();
const ExportFlavour* find_export_flavour(std::string_view name);

}  // namespace zp
