// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/catalog/catalog.h"
#include "ui/model/edits.h"
#include "ui/model/field_builders.h"
#include "ui/model/text.h"

namespace zp {
namespace {

using namespace Qt::StringLiterals;

Params parametersOf(const Model& model) {
  switch (model.source) {
    case ModelSource::parameters: return model.stated_parameters;
    case ModelSource::tensors: return total_parameters(model.tensors.kinds());
    default: return total_parameters(tensors_of(model.architecture).kinds());
  }
}

QString needsShape(const Plan& plan) {
  return plan.model.source == ModelSource::tensors ? u"given as a list of tensors"_s : QString();
}

QStringList modelOptions() {
  QStringList options = {u"Custom shape"_s, u"Bare parameter count"_s, u"List of tensors (from the plan file)"_s};
  for (const ModelPreset& preset : catalog().models)
    options << toQt(preset.name);
  return options;
}

int modelOption(const Plan& plan) {
  switch (plan.model.source) {
    case ModelSource::preset: return first_model_option + plan.model.preset;
    case ModelSource::parameters: return bare_count_option;
    case ModelSource::architecture: return custom_shape_option;
    case ModelSource::tensors: break;
  }
  return tensor_list_option;
}

Plan setModelOption(Plan plan, int option) {
  switch (option) {
    case custom_shape_option: return edits::makeCustomShape(std::move(plan));
    case bare_count_option: {
      const std::int64_t parameters = parametersOf(plan.model).value();
      return edits::setParameters(std::move(plan), parameters);
    }
    case tensor_list_option: return plan;
    default: return edits::setModelPreset(std::move(plan), option - first_model_option);
  }
}

QString modelOptionUnavailable(const Plan& plan, int option) {
  const bool tensors = plan.model.source == ModelSource::tensors;
  if (option == tensor_list_option && !tensors) return u"comes from a plan file"_s;
  if (option == custom_shape_option && tensors) return u"a list of tensors has no shape"_s;
  return {};
}

std::optional<double> ofPreset(int model_preset, std::int64_t Architecture::* member) {
  if (model_preset < 0) return std::nullopt;
  return static_cast<double>(catalog().models[static_cast<std::size_t>(model_preset)].architecture.*member);
}

std::optional<double> presetParameters(int model_preset) {
  if (model_preset < 0) return std::nullopt;
  const Architecture& shape = catalog().models[static_cast<std::size_t>(model_preset)].architecture;
  return static_cast<double>(total_parameters(tensors_of(shape).kinds()).value());
}

NumberField shapeField(FieldInfo info, double high, std::vector<double> stops, std::int64_t Architecture::* member,
                       Plan (*set)(Plan, std::int64_t)) {
  NumberField field{std::move(info)};
  field.unavailable = needsShape;
  field.high = high;
  field.stops = std::move(stops);
  field.value = [member](const Plan& plan) { return static_cast<double>(plan.model.architecture.*member); };
  field.set = [set](Plan plan, double value) { return set(std::move(plan), std::llround(value)); };
  field.preset = [member](const Plan&, int model_preset) { return ofPreset(model_preset, member); };
  field.marks_difference = true;
  return field;
}

std::vector<Field> makeModelFields() {
  ChoiceField preset{{u"modelPreset"_s, u"Preset"_s, "model.preset"}};
  preset.look = ChoiceLook::searchable_combo;
  preset.options = modelOptions();
  preset.value = modelOption;
  preset.set = setModelOption;
  preset.option_unavailable = modelOptionUnavailable;

  NumberField parameters{{u"parameters"_s, u"P&arameters"_s, "model.parameters"}};
  parameters.unavailable = needsShape;
  parameters.kind = NumberKind::parameters;
  parameters.low = 1e6;
  parameters.high = 1e14;
  parameters.stops = {125e6, 350e6, 760e6, 1.3e9, 2.7e9, 7e9, 13e9, 30e9, 70e9, 175e9, 540e9, 1e12};
  parameters.value = [](const Plan& plan) { return static_cast<double>(parametersOf(plan.model).value()); };
  parameters.set = [](Plan plan, double value) { return edits::setParameters(std::move(plan), std::llround(value)); };
  parameters.preset = [](const Plan&, int model_preset) { return presetParameters(model_preset); };
  parameters.reset = edits::setModelPreset;  // the count alone would not bring the shape back
  parameters.marks_difference = true;

  auto sequence = numberField<&Plan::training, &Training::sequence_length>(
      {u"sequenceLength"_s, u"Seq. len&gth"_s, "training.sequence_length"}, NumberKind::tokens, 1, 1 << 24,
      powersOfTwo(256, 1 << 20));
  auto precision = enumField<&Plan::training, &Training::precision>(
      {u"precision"_s, u"Precision"_s, "training.precision"}, ChoiceLook::segments, {u"bf16"_s, u"fp16"_s, u"fp32"_s});

  return {preset,
          parameters,
          shapeField({u"layers"_s, u"La&yers"_s, "model.architecture.layers"}, 10'000,
                     {6, 12, 16, 24, 32, 40, 48, 60, 64, 80, 96, 128}, &Architecture::layers, edits::setLayers),
          shapeField({u"hiddenSize"_s, u"Hi&dden size"_s, "model.architecture.hidden_size"}, 1'000'000,
                     {768, 1024, 1280, 1600, 2048, 2560, 3072, 4096, 5120, 6144, 8192, 12288, 16384},
                     &Architecture::hidden_size, edits::setHiddenSize),
          sequence,
          precision};
}

}  // namespace

const std::vector<Field>& modelFields() {
  static const std::vector<Field> fields = makeModelFields();
  return fields;
}

}  // namespace zp
