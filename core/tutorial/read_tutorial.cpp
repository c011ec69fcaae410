// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <initializer_list>

#include "core/plan_file/plan_file.h"
#include "core/text/ordered_json.h"
#include "core/tutorial/tutorial.h"

namespace zp {
namespace {

using text_io::Json;

/// An object of the script; throws FileError for an unknown key.
class Section {
 public:
  Section(const Json& object, std::string path, std::initializer_list<std::string_view> known)
      : object_(object), path_(std::move(path)) {
    if (!object_.is_object()) throw FileError(path_, path_ + " must be an object.");
    for (const auto& [key, value] : object_.items())
      if (std::find(known.begin(), known.end(), key) == known.end())
        fail(key, "is no key of a tutorial's script");
  }

  [[nodiscard]] std::string text(const char* key, bool is_needed = false) const {
    const Json* value = text_io::member(&object_, key);
    if (value == nullptr) {
      if (is_needed) fail(key, "is missing");
      return {};
    }
    if (!value->is_string()) fail(key, "must be a text");
    return value->get<std::string>();
  }
  [[nodiscard]] std::vector<std::pair<const Json*, std::string>> items(const char* key) const {
    std::vector<std::pair<const Json*, std::string>> items;
    const Json* list = text_io::member(&object_, key);
    if (list == nullptr) return items;
    if (!list->is_array()) fail(key, "must be a list");
    for (const Json& item : *list)
      items.emplace_back(&item, below(key) + "[" + std::to_string(items.size()) + "]");
    return items;
  }
  [[nodiscard]] const Json* member(const char* key) const { return text_io::member(&object_, key); }
  [[nodiscard]] std::string below(const std::string& key) const {
    return path_.empty() ? key : path_ + "." + key;
  }
  [[noreturn]] void fail(const std::string& key, const std::string& problem) const {
    throw FileError(below(key), below(key) + " " + problem + ".");
  }

 private:
  const Json& object_;
  std::string path_;
};

TutorialAction read_action(const Json& json, const std::string& path) {
  const Section section(json, path, {"do", "on", "value"});
  const std::optional<Gesture> gesture = enum_of<Gesture>(section.text("do", true));
  if (!gesture) section.fail("do", "is no gesture");
  const bool has_value = *gesture != Gesture::click && *gesture != Gesture::trigger;
  return {*gesture, section.text("on", *gesture != Gesture::drop && *gesture != Gesture::press),
          section.text("value", has_value)};
}

TutorialStep read_step(const Json& json, const std::string& path) {
  const Section section(json, path, {"id", "title", "actions", "size", "window", "crop", "marks"});
  TutorialStep step{section.text("id", true), section.text("title", true)};
  for (const auto& [action, place] : section.items("actions"))
    step.actions.push_back(read_action(*action, place));
  if (const auto size = section.items("size"); !size.empty()) {
    if (size.size() != 2 || !size[0].first->is_number_integer() || !size[1].first->is_number_integer())
      section.fail("size", "must be width and height");
    step.width = size[0].first->get<int>();
    step.height = size[1].first->get<int>();
  }
  step.window = section.text("window");
  for (const auto& [control, place] : section.items("crop")) {
    if (!control->is_string()) throw FileError(place, place + " must be a text.");
    step.crop.push_back(control->get<std::string>());
  }
  for (const auto& [mark, place] : section.items("marks")) {
    const Section each(*mark, place, {"on", "say"});
    step.marks.push_back({each.text("on", true), each.text("say")});
  }
  return step;
}

}  // namespace

Tutorial read_tutorial(std::string name, std::string_view script, std::string_view text) {
  const Json json = text_io::parse_json(script);
  const Section section(json, "", {"title", "about", "plan", "files", "steps"});
  Tutorial tutorial{std::move(name), section.text("title", true), section.text("about", true)};
  const Json* plan = section.member("plan");
  if (plan == nullptr) section.fail("plan", "is missing");
  tutorial.plan = read_plan(plan->dump());
  for (const auto& [file, place] : section.items("files")) {
    const Section each(*file, place, {"name", "text", "lines", "json"});
    std::string content = each.text("text");
    for (const auto& [line, where] : each.items("lines")) {
      if (!line->is_string()) throw FileError(where, where + " must be a text.");
      content += line->get<std::string>() + "\n";
    }
    if (const Json* value = each.member("json")) content = value->dump(2) + "\n";
    if (content.empty()) each.fail("text", "is missing");
    tutorial.files.push_back({each.text("name", true), std::move(content)});
  }
  for (const auto& [step, place] : section.items("steps"))
    tutorial.steps.push_back(read_step(*step, place));
  if (tutorial.steps.empty()) section.fail("steps", "is missing");
  tutorial.text = text;
  return tutorial;
}

}  // namespace zp
