// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/architecture_fields.h"
#include "core/plan_file/plan_keys.h"
#include "core/rules/rule.h"
#include "core/units/format.h"

/// Rules about the ranges of numbers that the planner can calculate with.
namespace zp {
namespace {

std::string limits(const Range& range) {
  return "from " + format_number(range.low, 17) + " to " + format_number(range.high, 17);
}

void say_range(double value, const std::string& path, const Range& range, const FindingWriter& say) {
  say.at(path, path + " is " + format_number(value, 17) + "; it must be " + limits(range) + ".",
         "Choose a number " + limits(range) + ".");
}

/// Reports a value out of range at the path `section` + `key`.
inline void ask_range(double value, std::string_view section, std::string_view key, const Range& range,
                      const FindingWriter& say) {
  if (range.holds(value)) return;
  std::string path(section);
  path += key;
  say_range(value, path, range, say);
}

double as_number(const KeyValue& value) {
  const auto* count = std::get_if<std::int64_t>(&value);
  return count != nullptr ? static_cast<double>(*count) : std::get<double>(value);
}

void ask_shape(const Architecture& shape, const FindingWriter& say) {
  for (const ShapeField& field : architecture_fields()) {
    if (field.count == nullptr) continue;
    const std::int64_t value = shape.*field.count;
    if (field.key == "head_dim" && value == 0) continue;  // reported by heads_do_not_divide_hidden_size
    ask_range(static_cast<double>(value), "model.architecture.", field.key, field.range, say);
  }
}

void ask_tensors(const Model& model, const FindingWriter& say) {
  for (std::size_t i = 0; i < model.tensors.kinds().size(); ++i) {
    const TensorKind& kind = model.tensors.kinds()[i];
    const std::string path = "model.tensors." + std::to_string(i);
    ask_range(static_cast<double>(kind.rows), path, ".shape", dimension_range, say);
    ask_range(static_cast<double>(kind.columns), path, ".shape", dimension_range, say);
    ask_range(static_cast<double>(kind.count), path, ".count", tensor_count_range, say);
  }
}

bool names_a_model(const Model& model) {
  if (!model.has_shape()) return !model.tensors.kinds().empty();
  return model.source != ModelSource::preset || model.preset;
}

std::vector<const PlanKey*> plain_numbers() {
  std::vector<const PlanKey*> keys;
  for (const PlanKey& key : plan_keys())
    if (key.is_plain() && key.is_number()) keys.push_back(&key);
  return keys;
}

void ask_ranges(const Subject& subject, const FindingWriter& say) {
  static const std::vector<const PlanKey*> numbers = plain_numbers();
  for (const PlanKey* key : numbers)
    ask_range(as_number(key->value(subject.plan)), {}, key->path, key->range, say);
  const Model& model = subject.plan.model;
  if (!names_a_model(model)) return;
  if (!model.has_shape()) return ask_tensors(model, say);
  if (model.source == ModelSource::parameters)
    ask_range(static_cast<double>(model.stated_parameters.value()), {}, "model.parameters", parameter_range,
              say);
  ask_shape(model.architecture, say);
}

constexpr std::array<Rule, 2> rules_of_range = {
    {{.code = "out_of_range",
      .severity = Severity::refused,
      .ask = ask_ranges,
      .needs = Subject::everything,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "no_model",
      .severity = Severity::refused,
      .keys = {"model"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (!names_a_model(subject.plan.model))
              say("The plan names no model.",
                  "Give model.preset, model.parameters, model.architecture or model.tensors.");
          },
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true}}};

}  // namespace

std::span<const Rule> range_rules() { return rules_of_range; }

}  // namespace zp
