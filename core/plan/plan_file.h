// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/finding.h"
#include "core/plan/plan.h"

/// The plan file (*.zplan.json) of the contract: read and write. Rules: every key optional except one way of
/// naming the model; unknown keys are kept and written back; defaults are not written.
namespace zp {

/// Why a plan could not be read: `path` is the dotted key ("cluster.gpu.memory_gib") or "" when the text
/// itself is broken (then `line` and `column`, from 1, say where); what() is one sentence naming the place
/// and the fix.
class PlanError : public std::runtime_error {
 public:
  PlanError(std::string path, const std::string& sentence, int line = 0, int column = 0)
      : std::runtime_error(sentence), path_(std::move(path)), line_(line), column_(column) {}
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int line() const { return line_; }
  [[nodiscard]] int column() const { return column_; }

 private:
  std::string path_;
  int line_ = 0, column_ = 0;
};

/// Files larger than this are refused unread: no plan comes near it.
inline constexpr std::size_t largest_plan_file = 16u << 20;

/// Reads a plan. What a key's own type or range forbids throws PlanError; what only shows between keys is
/// left to check() (validate.h). Keys of deepspeed_config that the plan has a field for fill it when the
/// plan's own key is absent; when both are there and differ, PlanError names both.
PlanDocument read_plan(std::string_view json_text);

/// The plan as JSON, two spaces, keys in the contract's order, unknown keys in their places, "\n" at the end.
/// The Plan is what counts: keys of text.deepspeed_config that say otherwise are brought in line with it, so
/// that the file can always be read again.
std::string write_plan(const PlanDocument& document);

/// One issue of severity `ignored` for every key that is carried without effect, with the key probably meant.
std::vector<Finding> unknown_keys(const PlanText& text);

/// A file's text for reading a plan or a config from: throws PlanError naming the file when it is missing, a
/// directory, unreadable, empty or larger than `largest_plan_file`. "-" reads standard input.
std::string read_text_file(const std::string& path);

/// Writes through a temporary file beside the target and renames it, so that a file is whole or untouched.
/// Throws PlanError with the system's reason.
void write_text_file(const std::string& path, std::string_view text);

}  // namespace zp
