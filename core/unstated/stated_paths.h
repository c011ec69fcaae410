// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/unstated/open_settings.h"

namespace zp {

/// The keys that a document states: those with a value of their own, those stated with the value that they
/// would have anyway (PlanText::stated_defaults), and those that its ds_config holds. Must not outlive the
/// document.
class StatedPaths {
 public:
  explicit StatedPaths(const PlanDocument& document);
  [[nodiscard]] bool has(std::string_view path) const;
  /// Returns true if the document states the setting through its key or through another one.
  [[nodiscard]] bool has(const OpenSetting& setting) const;

 private:
  [[nodiscard]] bool is_in_config(const PlanKey& key) const;

  const PlanDocument& document_;
  Plan defaults_;
  std::vector<std::string> in_config_;  ///< dotted paths of its ds_config, in order
};

}  // namespace zp
