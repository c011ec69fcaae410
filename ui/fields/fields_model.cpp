// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/edits.h"
#include "core/units/format.h"
#include "ui/fields/field_builders.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

// No preset has such an id: ids contain no spaces.
const auto custom_shape = u"custom shape"_s;
const auto bare_count = u"bare count"_s;
const auto tensor_list = u"tensor list"_s;

Params parametersOf(const Model& model) {
  switch (model.source) {
    case ModelSource::parameters:
      return model.stated_parameters;
    case ModelSource::tensors:
      return total_parameters(model.tensors.kinds());
    default:
      return total_parameters(tensors_of(model.architecture).kinds()) + parameters_of(model.vision).total();
  }
}

Params parametersOf(const ModelPreset& preset) {
  return total_parameters(tensors_of(preset.architecture).kinds()) + parameters_of(preset.vision).total();
}

QString needsShape(const Plan& plan) {
  return !plan.model.has_shape() ? u"given as a list of tensors"_s : QString();
}

std::vector<Choice> modelChoices() {
  const QString own = u"Your own"_s;
  const QString models = u"Models"_s;
  std::vector<Choice> choices = {{custom_shape, u"Custom shape"_s, own},
                                 {bare_count, u"Bare parameter count"_s, own},
                                 {tensor_list, u"List of tensors"_s, own}};
  for (const bool is_own : {true, false})
    for (const SharedModelPreset& preset : offeredPresets().models)
      if (preset->row.empty() != is_own)
        choices.push_back({toQt(preset->id),
                           toQt(preset->name),
                           is_own ? ownPresetsHeading() : models,
                           toQt(format_params(parametersOf(*preset))) + u" parameters. " + toQt(preset->note),
                           {},
                           toQt(preset->hf_id)});
  return choices;
}

QString modelChoice(const Plan& plan) {
  switch (plan.model.source) {
    case ModelSource::preset:
      return choiceOf(AnyPreset(plan.model.preset));
    case ModelSource::parameters:
      return bare_count;
    case ModelSource::architecture:
      return custom_shape;
    case ModelSource::tensors:
      break;
  }
  return tensor_list;
}

Plan setModelChoice(Plan plan, const QString& id) {
  if (id == tensor_list || id == modelChoice(plan)) return plan;
  if (id == custom_shape) return edits::make_custom_shape(std::move(plan));
  if (id == bare_count) {
    const std::int64_t parameters = parametersOf(plan.model).value();
    return edits::set_parameters(std::move(plan), parameters);
  }
  const SharedModelPreset preset = offeredPresets().find_model(toStd(id));
  return preset ? edits::set_model_preset(std::move(plan), preset) : plan;
}

QString modelChoiceUnavailable(const Plan& plan, const QString& id) {
  const bool tensors = !plan.model.has_shape();
  if (id == tensor_list && !tensors) return u"comes from a plan file"_s;
  if (id == custom_shape && tensors) return u"a list of tensors has no shape"_s;
  return {};
}

ChoiceField presetField() {
  ChoiceField field{{u"modelPreset"_s, u"Pre&set"_s, "model.preset"}};
  field.look = ChoiceLook::searchable_combo;
  field.list = modelChoices;
  field.choices = modelChoices();
  field.value = modelChoice;
  field.shown = [](const Plan& plan) { return shownOf(AnyPreset(plan.model.preset)); };
  field.set = setModelChoice;
  field.choice_unavailable = modelChoiceUnavailable;
  field.decides_reach = true;
  return field;
}

NumberField parametersField() {
  NumberField field =
      numberField({u"parameters"_s, u"P&arameters"_s, "model.parameters", needsShape},
                  {QuantityKind::params,
                   Stops({125e6, 350e6, 760e6, 1.3e9, 2.7e9, 7e9, 13e9, 30e9, 70e9, 175e9, 540e9, 1e12}),
                   {},
                   StepMode::decade});
  field.value = [](const Plan& plan) { return static_cast<double>(parametersOf(plan.model).value()); };
  field.set = [](Plan plan, double value) {
    return edits::set_parameters(std::move(plan), std::llround(value));
  };
  field.preset = [](const Plan&, const SharedModelPreset& preset) {
    return preset ? std::optional<double>(static_cast<double>(parametersOf(*preset).value())) : std::nullopt;
  };
  field.reset = edits::set_model_preset;  // setting the count alone would not restore the shape
  field.marks_difference = true;
  return field;
}

const auto trains_all = u"all"_s, trains_lora = u"lora"_s, trains_qlora = u"qlora"_s;
constexpr std::int64_t first_rank = 16;  // huggingface/trl, trl/trainer/model_config.py: lora_r

/// Returns the field for what is trained: all weights, or adapters on a frozen base, quantised or not. Rank
/// and type of the frozen weights are advanced fields.
ChoiceField trainsField() {
  ChoiceField field{{u"trains"_s, u"Tra&ins"_s, "training.lora.rank"}};
  field.look = ChoiceLook::segments;
  field.choices = {{trains_all, u"All"_s, {}, u"All weights"_s},
                   {trains_lora, u"LoRA"_s, {}, u"Adapters on frozen weights"_s},
                   {trains_qlora, u"QLoRA"_s, {}, u"Adapters on frozen 4-bit weights"_s}};
  field.value = [](const Plan& plan) {
    if (!plan.training.has_adapters()) return trains_all;
    return plan.training.quantizes_frozen() ? trains_qlora : trains_lora;
  };
  field.set = [value = field.value](Plan plan, const QString& id) {
    if (id == value(plan)) return plan;
    Training& training = plan.training;
    if (id == trains_all) {
      training.lora.rank = 0;
      training.frozen_precision = FrozenPrecision::automatic;  // nothing is frozen
      return plan;
    }
    if (training.lora.rank <= 0) training.lora.rank = first_rank;
    if (id == trains_lora)
      training.frozen_precision = FrozenPrecision::automatic;
    else if (!training.quantizes_frozen())
      training.frozen_precision = FrozenPrecision::nf4;
    return plan;
  };
  return field;
}

NumberField shapeField(FieldInfo info, const Scale& scale, std::int64_t Architecture::*member,
                       Plan (*set)(Plan, std::int64_t)) {
  NumberField field = numberField(std::move(info), scale);
  field.value = [member](const Plan& plan) { return static_cast<double>(plan.model.architecture.*member); };
  field.set = [set](Plan plan, double value) { return set(std::move(plan), std::llround(value)); };
  field.preset = [member](const Plan&, const SharedModelPreset& preset) {
    return preset ? std::optional<double>(static_cast<double>(preset->architecture.*member)) : std::nullopt;
  };
  field.marks_difference = true;
  return field;
}

}  // namespace

std::vector<Field> modelFields() {
  return {
      presetField(), parametersField(),
      withExposure(withCliff(numberField({u"sequenceLength"_s, u"Seq. &length"_s, "training.sequence_length"},
                                         {QuantityKind::count, powersOfTwo(256, 1 << 20), u"tok"_s}),
                             Unknown::sequence_length)),
      trainsField()};
}

std::vector<Field> shapeFields() {
  const std::string architecture = "model.architecture.";
  const std::vector<std::string> heads = {architecture + "attention_heads", architecture + "kv_heads",
                                          architecture + "head_dim", architecture + "intermediate_size"};
  return {
      shapeField(
          {u"layers"_s, u"Layers"_s, architecture + "layers", needsShape, {architecture + "dense_layers"}},
          {QuantityKind::count,
           Stops({6, 12, 16, 24, 32, 40, 48, 60, 64, 80, 96, 128}),
           {},
           StepMode::multiple},
          &Architecture::layers, edits::set_layers),
      shapeField({u"hiddenSize"_s, u"Hidden size"_s, architecture + "hidden_size", needsShape, heads},
                 {QuantityKind::count,
                  Stops({768, 1024, 1536, 2048, 2560, 3072, 4096, 5120, 6144, 8192, 12288, 16384},
                        Spacing::logarithmic, 128),
                  {},
                  StepMode::multiple,
                  128},
                 &Architecture::hidden_size, edits::set_hidden_size),
      wordField({u"precision"_s, u"Precision"_s, "training.precision"}, ChoiceLook::segments,
                {u"bf16"_s, u"fp16"_s, u"fp32"_s})};
}

}  // namespace zp
