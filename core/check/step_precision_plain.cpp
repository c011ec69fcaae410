// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/check/parser_steps.h"

/// Checks of fp16 and bf16 as the parser read them before 0.17.1: key by key, with Python's truth values
/// (get_fp16_enabled and the functions around it in deepspeed/runtime/config.py).
namespace zp::config_check {
namespace {

bool is_on(const ConfigWalk& walk, const TextNode* section) {
  const TextNode* enabled = section ? section->child("enabled") : nullptr;
  return enabled && !walk.is_filled_in(enabled) && truthy(*enabled);
}

}  // namespace

void plain_precision(ConfigWalk& walk) {
  const TextNode* fp16 = plain_section(walk, "fp16");
  const std::string_view name = walk.find("bf16") ? "bf16" : "bfloat16";
  const TextNode* bf16 = plain_section(walk, name);
  walk.next_step();
  if (is_on(walk, fp16) && is_on(walk, bf16)) refuse_both_precisions(walk, *bf16->child("enabled"), name);
}

/// Checks 2 ** initial_scale_power.
void plain_loss_scale(ConfigWalk& walk) {
  walk.next_step();
  const TextNode* fp16 = walk.find("fp16");
  const TextNode* power =
      fp16 && fp16->is_object() && is_on(walk, fp16) ? fp16->child("initial_scale_power") : nullptr;
  if (!power) return;
  constexpr double largest = 1024;  // 2 to this power overflows a float
  constexpr std::string_view path = "fp16.initial_scale_power";
  if (!python_number(*power))
    walk.refuse(
        power, path, "TypeError",
        {"not_integer", std::string(path) + " must be a whole number, not " + spelling(walk, *power) + '.',
         "Write a whole number, or remove the key.",
         "unsupported operand type(s) for ** or pow(): 'int' and '" + std::string(python_type(*power)) +
             "'"});
  else if (power->is_real() && power->number >= largest && std::isfinite(power->number))
    walk.refuse(power, path, "OverflowError",
                {"out_of_range", std::string(path) + " is too large.",
                 "Write 16, the default, or a little more.", "(34, 'Numerical result out of range')"});
}

}  // namespace zp::config_check
