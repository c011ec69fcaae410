// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/check/check_config.h"
#include "core/check/file_plan.h"
#include "core/text/letters.h"

/// State of one check, and the functions with which its steps report issues.
namespace zp::config_check {

using namespace python;

/// Texts of one issue.
struct IssueText {
  std::string code, message, fix;
  std::string deepspeed_message = {};
};

class ConfigWalk {
 public:
  ConfigWalk(const ConfigSource& config, const CheckOptions& options);

  [[nodiscard]] const TextNode& root() const { return config_.root; }
  [[nodiscard]] const ConfigSource& config() const { return config_; }
  [[nodiscard]] const CheckOptions& options() const { return options_; }
  [[nodiscard]] const DeepSpeedVersion& version() const { return options_.version; }
  /// Returns true if Hugging Face's Trainer reads the file: the plan says so, or a key is "auto" that only
  /// Trainer and accelerate fill in.
  [[nodiscard]] bool for_trainer() const { return for_trainer_; }
  /// Returns true if `node` is an "auto" that is treated as filled in.
  [[nodiscard]] bool is_filled_in(const TextNode* node) const {
    return options_.trainer_fills_in && node && node->is_auto();
  }
  /// Returns the plan if it is for Trainer, which fills in "auto" from it; else nullptr.
  [[nodiscard]] const Plan* trainer_plan() const;
  /// Returns the file as a plan, created on the first call.
  [[nodiscard]] const FilePlan& file_plan() const;
  /// Returns the value at a dotted path; nullptr if there is none.
  [[nodiscard]] const TextNode* find(std::string_view path) const { return config_.root.find(path); }

  /// Starts the parser's next step. The parser fails at the first step that refuses; refusals of later steps
  /// are reported without a parser_code.
  void next_step();
  /// Reports a refusal of DeepSpeed's parser at `node`'s value; nullptr means the beginning of the file.
  void refuse(const TextNode* node, std::string_view path, std::string_view parser_code, IssueText issue);
  /// Reports any other issue at `node`'s value.
  void report(Severity severity, const TextNode* node, std::string_view path, IssueText issue);
  /// Report as refuse() and report() do; the place in the file is the key of `node` instead of its value.
  void refuse_key(const TextNode& node, std::string_view path, std::string_view parser_code, IssueText issue);
  void report_key(Severity severity, const TextNode& node, std::string_view path, IssueText issue);
  [[nodiscard]] bool refused() const { return refused_; }
  /// Reports an "auto" that DeepSpeed alone refuses and Trainer fills in, under `parser_code`; only as a note
  /// if the file is valid with Trainer's value.
  void leave_to_trainer(const TextNode& node, std::string_view path, std::string_view parser_code,
                        IssueText issue);
  void set_trainer_accepts(bool accepts) { trainer_accepts_ = accepts; }
  [[nodiscard]] bool trainer_accepts() const { return trainer_accepts_; }
  /// Returns "Did you mean x? " for the key of `section` nearest to `name`; "" if none is near.
  std::string suggestion(std::string_view name, std::string_view section);

  [[nodiscard]] TextPosition position(std::size_t offset) const { return lines_.position(offset); }
  /// Sorts the issues and returns them.
  std::vector<Finding> take_issues();

  DerivedConfig derived;

 private:
  void add(Severity severity, TextSpan span, std::string_view path, std::string_view parser_code,
           IssueText&& issue);

  const ConfigSource& config_;
  const CheckOptions& options_;
  LineIndex lines_;
  mutable std::optional<FilePlan> file_plan_;
  std::vector<Finding> issues_;
  bool for_trainer_ = false, trainer_accepts_ = false;
  bool refused_ = false, stopped_ = false;
  int suggestions_ = 0;
};

/// Returns the value in the file's spelling, shortened for a message.
std::string spelling(const ConfigWalk& walk, const TextNode& node);

}  // namespace zp::config_check
