// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/text_node.h"

namespace zp {

const TextNode* TextNode::child(std::string_view name) const {
  for (auto at = children.rbegin(); at != children.rend(); ++at)
    if (at->key == name) return &*at;
  return nullptr;
}

const TextNode* TextNode::find(std::string_view path) const {
  const TextNode* node = this;
  while (node && !path.empty()) {
    const auto dot = path.find('.');
    node = node->is_object() ? node->child(path.substr(0, dot)) : nullptr;
    path.remove_prefix(dot == std::string_view::npos ? path.size() : dot + 1);
  }
  return node;
}

}  // namespace zp
