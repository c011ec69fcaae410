// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/measure/snapshot_tree.h"

#include <algorithm>
#include <functional>

namespace zp {
namespace {

/// One site of the peak with its path in the tree.
struct PlacedSite {
  std::optional<Component> component;
  std::string group, entry, code;
  Bytes bytes;
  std::int64_t blocks = 0;
};

std::string code_of(const PeakSite& site) {
  if (!site.frame) return "code without a name";
  const SnapshotFrame& frame = *site.frame;
  const std::string file = frame.file.substr(frame.file.find_last_of('/') + 1);
  return file.empty() ? frame.function : file + ":" + std::to_string(frame.line) + " " + frame.function;
}

PlacedSite placed(const PeakSite& site, const MemoryEstimate* estimate) {
  PlacedSite result{std::nullopt, {}, {}, code_of(site), site.bytes, site.blocks};
  if (site.origin == BlockOrigin::before_recording) {
    result.group = "older than the recording";
    return result;
  }
  const std::optional<EntryId> entry = estimate != nullptr ? entry_of(site, *estimate) : site.entry;
  if (!entry) {
    result.group = "code that is not known";
    return result;
  }
  result.component = row_of(*entry).component;
  result.group = name_of(*result.component);
  std::ranges::replace(result.group, '_', ' ');
  result.entry = name_of(*entry);
  return result;
}

/// Returns the child of `parent` with that name, created if necessary.
int part_named(std::vector<SnapshotNode>& nodes, int parent, const std::string& name,
               std::optional<Component> component) {
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].parent == parent && nodes[i].name == name) return static_cast<int>(i);
  SnapshotNode node;
  node.parent = parent;
  node.name = name;
  node.component = component;
  nodes.push_back(std::move(node));
  return static_cast<int>(nodes.size()) - 1;
}

void add_to(std::vector<SnapshotNode>& nodes, int node, const PlacedSite& site) {
  nodes[static_cast<std::size_t>(node)].bytes += site.bytes;
  nodes[static_cast<std::size_t>(node)].blocks += site.blocks;
}

/// Returns the nodes in depth-first order, the largest child first.
std::vector<SnapshotNode> in_order(const std::vector<SnapshotNode>& nodes) {
  std::vector<SnapshotNode> ordered;
  const std::function<void(int, int)> visit = [&](int node, int parent) {
    ordered.push_back(nodes[static_cast<std::size_t>(node)]);
    ordered.back().parent = parent;
    const int own = static_cast<int>(ordered.size()) - 1;
    std::vector<int> parts;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i].parent == node) parts.push_back(static_cast<int>(i));
    std::ranges::stable_sort(parts, std::greater<>(),
                             [&](int part) { return nodes[static_cast<std::size_t>(part)].bytes.value(); });
    for (const int part : parts)
      visit(part, own);
  };
  visit(0, -1);
  return ordered;
}

}  // namespace

std::vector<SnapshotNode> snapshot_tree(const MeasuredSnapshot& snapshot, const MemoryEstimate* estimate) {
  std::vector<SnapshotNode> nodes(1);
  nodes[0].name = "peak";
  if (snapshot.comparison) nodes[0].predicted = snapshot.comparison->allocated.predicted;
  for (const PeakSite& site : snapshot.peak.sites) {
    const PlacedSite at = placed(site, estimate);
    add_to(nodes, 0, at);
    const int group = part_named(nodes, 0, at.group, at.component);
    add_to(nodes, group, at);
    if (snapshot.comparison && at.component)
      nodes[static_cast<std::size_t>(group)].predicted =
          snapshot.comparison->components[static_cast<std::size_t>(*at.component)].predicted;
    int above = group;
    if (!at.entry.empty()) {
      above = part_named(nodes, group, at.entry, at.component);
      add_to(nodes, above, at);
    }
    if (site.origin == BlockOrigin::before_recording) continue;  // the allocating code was not recorded
    add_to(nodes, part_named(nodes, above, at.code, at.component), at);
  }
  return in_order(nodes);
}

}  // namespace zp
