// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/rules/rule.h"
#include "core/sharding/vision.h"
#include "core/units/format.h"

/// Rules about vision towers and the images of a sequence. They are the model library's, not DeepSpeed's.
namespace zp {
namespace {

void ask_visual_length(const Subject& subject, const FindingWriter& say) {
  if (!subject.plan.model.has_vision()) return;
  const double visual = visual_tokens_of_sequence(subject.plan);
  if (visual <= static_cast<double>(subject.training.sequence_length)) return;
  say("The images of a sequence have " + format_count(std::llround(visual)) +
          " visual tokens, more than its " + format_count(subject.training.sequence_length) + " tokens.",
      "Choose a longer training.sequence_length, or fewer or smaller images.");
}

void ask_heads(const Subject& subject, const FindingWriter& say) {
  const VisionTower& tower = subject.plan.model.vision;
  if (subject.plan.model.has_vision() && tower.hidden_size % tower.attention_heads != 0)
    say(format_count(tower.attention_heads) + " heads do not divide a tower's width of " +
            format_count(tower.hidden_size) + ".",
        "Choose a width that is a multiple of the heads.");
}

void ask_tower(const Subject& subject, const FindingWriter& say) {
  const VisionSettings& stated = subject.training.vision;
  constexpr VisionSettings absent;
  const bool speaks_of_parts = stated.tower != absent.tower || stated.projector != absent.projector ||
                               stated.language_model != absent.language_model;
  if (!subject.plan.model.has_vision() && speaks_of_parts && subject.training.program == Program::none)
    say("The model has no vision tower to train or freeze.",
        "Name a vision-language model, or give model.vision.");
}

constexpr std::array<Rule, 3> vision = {{{.code = "images_longer_than_sequence",
                                          .severity = Severity::wasteful,
                                          .keys = {"training.sequence_length", "training.image_pixels"},
                                          .ask = ask_visual_length,
                                          .needs = Subject::model,
                                          .at_export = ExportEffect::silent},
                                         {.code = "tower_heads_do_not_divide",
                                          .severity = Severity::refused,
                                          .keys = {"model.vision.attention_heads"},
                                          .ask = ask_heads,
                                          .needs = Subject::model,
                                          .at_export = ExportEffect::silent,
                                          .impossible = true},
                                         {.code = "no_vision_tower",
                                          .severity = Severity::ignored,
                                          .keys = {"training.vision.tower"},
                                          .ask = ask_tower,
                                          .needs = Subject::model,
                                          .at_export = ExportEffect::silent}}};

}  // namespace

std::span<const Rule> vision_rules() { return vision; }

}  // namespace zp
