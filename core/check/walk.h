// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/check/check_config.h"
#include "core/check/file_plan.h"
#include "core/text/letters.h"

/// The state of one check, and how its steps report.
namespace zp::config_check {

using namespace python;

/// The words of one issue.
struct Said {
  std::string code, message, fix;
  std::string deepspeed_message = {};
};

class Walk {
 public:
  Walk(const ConfigSource& config, const CheckOptions& options);

  [[nodiscard]] const TextNode& root() const { return config_.root; }
  [[nodiscard]] const ConfigSource& config() const { return config_; }
  [[nodiscard]] const CheckOptions& options() const { return options_; }
  [[nodiscard]] const DeepSpeedVersion& version() const { return options_.version; }
  /// Whether Hugging Face's Trainer is to read the file: the plan says so, or a key is "auto" that only
  /// Trainer and accelerate fill in.
  [[nodiscard]] bool for_trainer() const { return for_trainer_; }
  /// Whether `node` is an "auto" that counts as filled in.
  [[nodiscard]] bool is_filled_in(const TextNode* node) const {
    return options_.trainer_fills_in && node && node->is_auto();
  }
  /// The plan, where it says that Trainer fills in "auto" with what it holds.
  [[nodiscard]] const Plan* trainer_plan() const;
  /// The file as a plan, made when first asked.
  [[nodiscard]] const FilePlan& file_plan() const;
  /// The value at a dotted path, nullptr where there is none.
  [[nodiscard]] const TextNode* find(std::string_view path) const { return config_.root.find(path); }

  /// The parser stops at the first step that refuses; what later steps refuse is told without a parser_code.
  void next_step();
  /// DeepSpeed's parser stops here. The issue stands at `node`'s value, or at the file's begin for nullptr.
  void refuse(const TextNode* node, std::string_view path, std::string_view parser_code, Said said);
  /// Anything else.
  void tell(Severity severity, const TextNode* node, std::string_view path, Said said);
  /// The same, at the key instead of the value.
  void refuse_key(const TextNode& node, std::string_view path, std::string_view parser_code, Said said);
  void tell_key(Severity severity, const TextNode& node, std::string_view path, Said said);
  [[nodiscard]] bool refused() const { return refused_; }
  /// DeepSpeed alone stops here, and Trainer's value takes it further: told under `parser_code`, as a note
  /// where Trainer makes the file one that DeepSpeed takes.
  void leave_to_trainer(const TextNode& node, std::string_view path, std::string_view parser_code, Said said);
  void set_trainer_accepts(bool accepts) { trainer_accepts_ = accepts; }
  [[nodiscard]] bool trainer_accepts() const { return trainer_accepts_; }
  /// "Did you mean x? ", for the key of `section` nearest to `name`, or "".
  std::string suggestion(std::string_view name, std::string_view section);

  [[nodiscard]] TextPosition position(std::size_t offset) const { return lines_.position(offset); }
  /// Sorts and hands over.
  std::vector<Finding> take_issues();

  DerivedConfig derived;

 private:
  void add(Severity severity, TextSpan span, std::string_view path, std::string_view parser_code,
           Said&& said);

  const ConfigSource& config_;
  const CheckOptions& options_;
  LineIndex lines_;
  mutable std::optional<FilePlan> file_plan_;
  std::vector<Finding> issues_;
  bool for_trainer_ = false, trainer_accepts_ = false;
  bool refused_ = false, stopped_ = false;
  int suggestions_ = 0;
};

/// The value as the file spells it, shortened for a message.
std::string spelling(const Walk& walk, const TextNode& node);

}  // namespace zp::config_check
