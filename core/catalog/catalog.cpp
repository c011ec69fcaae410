// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"

#include <embedded/catalog.h>

#include <algorithm>

#include "core/catalog/catalog_entries.h"

namespace zp {
namespace {

template <class Preset>
std::optional<int> find_id(const std::vector<Preset>& presets, std::string_view id) {
  const auto found = std::ranges::find(presets, id, &Preset::id);
  if (found == presets.end()) return std::nullopt;
  return static_cast<int>(found - presets.begin());
}

}  // namespace

std::optional<int> Catalog::find_model(std::string_view id) const { return find_id(models, id); }
std::optional<int> Catalog::find_gpu(std::string_view id) const { return find_id(gpus, id); }
std::optional<int> Catalog::find_link(std::string_view id) const { return find_id(links, id); }

const Catalog& catalog() {
  static const Catalog loaded =
      read_catalog(embedded::models_json, embedded::gpus_json, embedded::links_json);
  return loaded;
}

}  // namespace zp
