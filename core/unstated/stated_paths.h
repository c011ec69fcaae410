// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/unstated/open_settings.h"

namespace zp {

/// The keys that a document states: keys with a value other than the default, keys stated with their default
/// (PlanText::stated_defaults), and the keys of its ds_config. Must not outlive the document.
class StatedPaths {
 public:
  explicit StatedPaths(const PlanDocument& document);
  [[nodiscard]] bool has(std::string_view path) const;
  /// Returns true if the document states the setting through its own key or through another one.
  [[nodiscard]] bool has(const OpenSetting& setting) const;

 private:
  [[nodiscard]] bool is_in_config(const PlanKey& key) const;

  const PlanDocument& document_;
  Plan defaults_;
  std::vector<std::string> in_config_;  ///< dotted paths of the document's ds_config, sorted
};

}  // namespace zp
