// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/text/quoting.h"
#include "core/text/yaml_text_json.h"

namespace zp::text_io {
namespace {

constexpr std::size_t step = 2;

/// Returns true for a text of lines that needs no escapes below "|".
bool is_block(const std::string& text) {
  const bool is_printable = std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == '\n' || (byte >= 0x20U && byte < 0x7FU);
  });
  return is_printable && text.size() > 1 && text.back() == '\n' && text.front() != ' ' &&
         text.front() != '\n' && text[text.size() - 2] != '\n' && text.find('\n') + 1 < text.size();
}

std::string real(const Json& value) {
  std::string text = value.dump();
  const auto exponent = text.find_first_of("eE");
  const std::size_t end = std::min(exponent, text.size());
  const bool has_point = text.find('.') < end;
  if (exponent != std::string::npos && text[exponent + 1] != '-' && text[exponent + 1] != '+')
    text.insert(exponent + 1, "+");
  if (!has_point) text.insert(end, ".0");
  return text;
}

class Writer {
 public:
  std::string text;

  void value(const Json& node, int depth) {
    if (!node.empty() && node.is_object())
      object(node, depth);
    else if (!node.empty() && node.is_array())
      array(node, depth);
    else
      text += scalar(node, depth) + '\n';
  }

 private:
  void indent(int depth) { text.append(static_cast<std::size_t>(depth) * step, ' '); }

  static std::string scalar(const Json& node, int depth) {
    if (node.is_number_float()) return real(node);
    if (!node.is_string()) return node.dump();
    const auto& words = node.get_ref<const std::string&>();
    if (!is_block(words)) return yaml_string(words);
    const std::string margin(static_cast<std::size_t>(depth) * step, ' ');
    std::string block = "|";
    for (std::size_t at = 0; at < words.size();) {
      const std::size_t end = words.find('\n', at);
      block += '\n' + (end == at ? std::string() : margin + words.substr(at, end - at));
      at = end + 1;
    }
    return block;
  }

  void object(const Json& node, int depth) {
    for (const auto& [key, child] : node.items()) {
      if (&child != &node.front()) indent(depth);
      text += yaml_string(key) + ':';
      if (child.is_structured() && !child.empty()) {
        text += '\n';
        indent(depth + 1);
        value(child, depth + 1);
      } else {
        text += ' ' + scalar(child, depth + 1) + '\n';
      }
    }
  }

  void array(const Json& node, int depth) {
    for (const Json& item : node) {
      if (&item != &node.front()) indent(depth);
      text += "- ";
      value(item, depth + 1);
    }
  }
};

}  // namespace

std::string yaml_text(const Json& value) {
  Writer writer;
  writer.value(value, 0);
  return writer.text;
}

}  // namespace zp::text_io
