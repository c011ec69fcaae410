// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/check/field_values.h"
#include "core/check/model_fields.h"
#include "core/check/parser_steps.h"

namespace zp::config_check {

void monitors(ConfigWalk& walk) {
  plain_section(walk, "activation_checkpointing");
  walk.next_step();
  if (const TextNode* comms = walk.find("comms_logger"))
    if (!refuse_unpacking(walk, *comms, "comms_logger", "deepspeed.comm.config.CommsLoggerConfig"))
      check_model(walk, *comms, "comms_logger");
  walk.next_step();
  constexpr std::array<std::string_view, 4> names = {"tensorboard", "comet", "wandb", "csv_monitor"};
  for (const std::string_view name : names) {
    const TextNode* section = walk.find(name);
    if (!section || section->is_auto() || !is_model(walk, name)) continue;
    const bool converts = walk.version() < schema().pydantic_2;
    if (section->is_object()) {
      check_model(walk, *section, name);
    } else if (const auto members = converts ? as_dict(*section) : std::nullopt) {
      check_model(walk, *members, name);
    } else {
      walk.refuse(
          section, name, "pydantic",
          {"not_object", std::string(name) + " must be an object, not " + spelling(walk, *section) + '.',
           "Write an object in braces, or remove the key.",
           !converts            ? "Input should be a valid dictionary"
           : section->is_null() ? "none is not an allowed value"
                                : "value is not a valid dict"});
    }
  }
}

}  // namespace zp::config_check
