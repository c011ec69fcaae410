// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/pack_json.h"

#include <unordered_map>

namespace zp::text_io {
namespace {

using OrderedJson = nlohmann::ordered_json;

PackedKind kind_of(const OrderedJson& value) {
  if (value.is_object()) return PackedKind::object;
  if (value.is_array()) return PackedKind::list;
  if (value.is_string()) return PackedKind::text;
  if (value.is_number()) return PackedKind::number;
  return value.is_boolean() ? PackedKind::boolean : PackedKind::null;
}

std::uint32_t size_of(std::size_t size) { return static_cast<std::uint32_t>(size); }

class Packer {
 public:
  explicit Packer(const OrderedJson& root) {
    document_.nodes.emplace_back();
    pack(root, 0);
  }
  PackedDocument take() { return std::move(document_); }

 private:
  /// Returns the place of `text` in the document, and adds the text if it is new.
  std::uint32_t place_of(const std::string& text) {
    const auto [found, is_new] = places_.emplace(text, size_of(document_.text.size()));
    if (is_new) document_.text += text;
    return found->second;
  }

  void pack(const OrderedJson& value, std::size_t index) {
    PackedNode node = document_.nodes[index];
    node.kind = kind_of(value);
    if (value.is_structured()) {
      node.first = size_of(document_.nodes.size());
      node.count = size_of(value.size());
      document_.nodes.resize(document_.nodes.size() + value.size());
      pack_inside(value, node.first);
    } else {
      const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
      if (value.is_number()) node.number = value.get<double>();
      if (value.is_boolean()) node.number = value.get<bool>() ? 1 : 0;
      node.text = place_of(text);
      node.text_size = size_of(text.size());
    }
    document_.nodes[index] = node;
  }

  void pack_inside(const OrderedJson& value, std::size_t index) {
    for (const auto& [key, inside] : value.items()) {
      if (value.is_object()) {
        document_.nodes[index].key = place_of(key);
        document_.nodes[index].key_size = size_of(key.size());
      }
      pack(inside, index++);
    }
  }

  PackedDocument document_;
  std::unordered_map<std::string, std::uint32_t> places_;
};

}  // namespace

PackedDocument packed(const OrderedJson& value) { return Packer(value).take(); }

}  // namespace zp::text_io
