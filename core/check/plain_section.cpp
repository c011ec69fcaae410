// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/parser_steps.h"

namespace zp::config_check {

bool refuse_attribute(ConfigWalk& walk, const TextNode& section, std::string_view path,
                      std::string_view attribute) {
  if (section.is_object()) return false;
  walk.refuse(&section, path, "AttributeError",
              {"not_object", std::string(path) + " must be an object, not " + spelling(walk, section) + '.',
               "Write an object in braces, or remove the key.",
               "'" + std::string(python_type(section)) + "' object has no attribute '" +
                   std::string(attribute) + "'"});
  return true;
}

const TextNode* plain_section(ConfigWalk& walk, std::string_view path, std::string_view attribute) {
  walk.next_step();
  const TextNode* section = walk.find(path);
  return section && !refuse_attribute(walk, *section, path, attribute) ? section : nullptr;
}

void require_enabled(ConfigWalk& walk, const TextNode& section, std::string_view path) {
  if (section.child("enabled")) return;
  walk.refuse_key(section, path, "KeyError",
                  {"missing_key", std::string(path) + " has no key \"enabled\", and DeepSpeed stops for it.",
                   "Add \"enabled\": true or false.", "'enabled'"});
}

void refuse_member(ConfigWalk& walk, const TextNode& section, std::string_view path, std::string_view name,
                   std::string_view parser_code, IssueText issue) {
  if (const TextNode* member = section.child(name))
    walk.refuse(member, joined(path, name), parser_code, std::move(issue));
  else
    walk.refuse_key(section, path, parser_code, std::move(issue));
}

}  // namespace zp::config_check
