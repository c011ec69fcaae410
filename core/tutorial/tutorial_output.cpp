// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tutorial/tutorial_output.h"

#include "core/text/ordered_json.h"

namespace zp {
namespace {

using text_io::Json;

Json json_of(const TutorialPicture& picture) {
  Json marks = Json::array();
  for (const PictureMark& mark : picture.marks)
    marks.push_back({{"on", mark.control},
                     {"text", mark.text},
                     {"number", mark.number},
                     {"x", mark.x},
                     {"y", mark.y},
                     {"width", mark.width},
                     {"height", mark.height}});
  return {{"file", picture.file},   {"step", picture.step},     {"plan", picture.plan},
          {"width", picture.width}, {"height", picture.height}, {"marks", std::move(marks)}};
}

}  // namespace

std::string made_json(const std::vector<TutorialOutput>& made) {
  Json tutorials = Json::array();
  for (const TutorialOutput& each : made) {
    Json pictures = Json::array();
    for (const TutorialPicture& picture : each.pictures)
      pictures.push_back(json_of(picture));
    tutorials.push_back({{"name", each.name},
                         {"title", each.title},
                         {"file", each.file},
                         {"pictures", std::move(pictures)},
                         {"problems", each.problems}});
  }
  return Json{{"format", "zero-tutorial/1"}, {"tutorials", std::move(tutorials)}}.dump(2) + "\n";
}

std::string made_text(const std::vector<TutorialOutput>& made) {
  std::string text;
  for (const TutorialOutput& each : made) {
    text += each.file + "\n";
    for (const TutorialPicture& picture : each.pictures)
      text += picture.file + "\n" + picture.plan + "\n";
  }
  return text;
}

}  // namespace zp
