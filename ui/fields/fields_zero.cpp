// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/field_builders.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString needsStage3(const Plan& plan) { return plan.zero.stage == 3 ? QString() : u"needs stage 3"_s; }
QString needsStage1(const Plan& plan) {
  return plan.zero.stage >= 1 ? QString() : u"needs stage 1 or more"_s;
}

QString needsFusedAttention(const Plan& plan) {
  return plan.training.attention == Attention::sdpa ? QString() : u"needs SDPA attention"_s;
}

/// What the new stage cannot use (offload of parameters below 3, any at 0) is kept without effect, for the
/// way back.
ChoiceField stageField() {
  ChoiceField field{{u"stage"_s, u"Stage"_s, "zero.stage"}};
  field.look = ChoiceLook::segments;
  for (const QString& stage : {u"0"_s, u"1"_s, u"2"_s, u"3"_s})
    field.choices.push_back({stage, stage});
  field.value = [](const Plan& plan) { return QString::number(plan.zero.stage); };
  field.set = [](Plan plan, const QString& id) {
    plan.zero.stage = id.toInt();
    return plan;
  };
  return field;
}

template <auto Offload>
ChoiceField offloadField(FieldInfo info, QString (*unavailable)(const Plan&)) {
  ChoiceField field{std::move(info)};
  field.unavailable = unavailable;
  const std::vector<std::pair<Device, QString>> devices = {
      {Device::none, u"GPU (no offload)"_s}, {Device::cpu, u"CPU memory"_s}, {Device::nvme, u"NVMe"_s}};
  for (const auto& [device, text] : devices)
    field.choices.push_back({toQt(name_of(device)), text});
  field.value = [](const Plan& plan) { return toQt(name_of((plan.zero.*Offload).device)); };
  field.set = [devices](Plan plan, const QString& id) {
    for (const auto& [device, text] : devices)
      if (toQt(name_of(device)) == id) (plan.zero.*Offload).device = device;
    return plan;
  };
  field.choice_unavailable = [](const Plan& plan, const QString& id) {
    return id == toQt(name_of(Device::nvme)) ? needsStage3(plan) : QString();
  };
  return field;
}

/// A size of zero_optimization, in elements.
template <auto Member>
NumberField elementsField(FieldInfo info, std::vector<double> stops, QString (*unavailable)(const Plan&)) {
  const double low = stops.front() > 0 ? 1 : 0;
  Stops scale(std::move(stops), low > 0 ? Spacing::logarithmic : Spacing::linear);
  auto field = memberField<&Plan::zero, Member>(
      std::move(info), {QuantityKind::params, std::move(scale), low, 1e15, {}, StepMode::stops});
  field.unavailable = unavailable;
  field.marks_difference = true;
  return field;
}

template <auto Member>
NumberField parallelField(FieldInfo info) {
  return memberField<&Plan::training, Member>(std::move(info),
                                              {QuantityKind::count, powersOfTwo(1, 16), 1, 1024});
}

ToggleField overlapField() {
  ToggleField field{{u"overlapComm"_s, u"Overlap communication"_s, "zero.overlap_comm", needsStage1}};
  field.value = [](const Plan& plan) { return plan.zero.overlaps(); };
  field.set = [](Plan plan, bool on) {
    plan.zero.overlap_comm.reset();  // DeepSpeed's own default is not written down
    if (plan.zero.overlaps() != on) plan.zero.overlap_comm = on;
    return plan;
  };
  return field;
}

const std::vector<double> bucket_stops = {1e6, 5e6, 1e7, 2e7, 5e7, 1e8, 2e8, 5e8, 1e9};

}  // namespace

std::vector<Field> zeroFields() {
  return {stageField(),
          offloadField<&Zero::offload_optimizer>(
              {u"optimizerDevice"_s, u"Optimi&zer on"_s, "zero.offload_optimizer"}, needsStage1),
          offloadField<&Zero::offload_param>(
              {u"parameterDevice"_s, u"Para&meters on"_s, "zero.offload_param"}, needsStage3),
          enumField<&Plan::training, &Training::optimizer>(
              {u"optimizer"_s, u"Optimizer"_s, "training.optimizer"}, ChoiceLook::combo,
              {u"Adam"_s, u"AdamW"_s, u"Adagrad"_s, u"SGD"_s, u"RMSprop"_s, u"Lion"_s, u"LAMB"_s, u"Muon"_s,
               u"AdamW, 8-bit"_s})};
}

std::vector<Field> batchFields() {
  return {memberField<&Plan::training, &Training::micro_batch_size>(
              {u"microBatch"_s, u"Micro &batch"_s, "training.micro_batch_size"},
              {QuantityKind::count, powersOfTwo(1, 128), 1, 65'536, {}, StepMode::multiple, 1}),
          memberField<&Plan::training, &Training::gradient_accumulation_steps>(
              {u"gradientAccumulation"_s, u"Grad. acc&um."_s, "training.gradient_accumulation_steps"},
              {QuantityKind::count, powersOfTwo(1, 512), 1, 1'000'000, {}, StepMode::multiple, 1}),
          enumField<&Plan::training, &Training::activation_checkpointing>(
              {u"checkpointing"_s, u"&Checkpointing"_s, "training.activation_checkpointing"},
              ChoiceLook::segments, {u"None"_s, u"Selective"_s, u"Full"_s})};
}

std::vector<Field> advancedFields() {
  return {
      memberField<&Plan::training, &Training::tokens>(
          {u"tokens"_s, u"Token budget"_s, "training.tokens"},
          {QuantityKind::params,
           Stops({0, 1e9, 1e10, 2e10, 1e11, 3e11, 1e12, 2e12, 1.5e13}, Spacing::linear),
           0,
           1e18,
           {},
           StepMode::decade}),
      enumField<&Plan::training, &Training::attention>({u"attention"_s, u"Attention"_s, "training.attention"},
                                                       ChoiceLook::segments, {u"SDPA"_s, u"Eager"_s}),
      available(enumField<&Plan::training, &Training::attention_kernel>(
                    {u"attentionKernel"_s, u"Kernel"_s, "training.attention_kernel"}, ChoiceLook::combo,
                    {u"Automatic (FlashAttention-2)"_s, u"FlashAttention (2022)"_s, u"FlashAttention-2"_s,
                     u"FlashAttention-3, 4, cuDNN"_s}),
                needsFusedAttention),
      enumField<&Plan::training, &Training::fused_loss>(
          {u"fusedLoss"_s, u"Loss"_s, "training.fused_loss"}, ChoiceLook::combo,
          {u"Whole"_s, u"In chunks"_s, u"Fused with the head"_s, u"Compiled"_s}),
      enumField<&Plan::training, &Training::gradient_accumulation_dtype>(
          {u"accumulationDtype"_s, u"Accumulate in"_s, "training.gradient_accumulation_dtype"},
          ChoiceLook::combo, {u"The weights' type"_s, u"fp32"_s, u"bf16"_s, u"fp16"_s}),
      elementsField<&Zero::reduce_bucket_size>(
          {u"reduceBucket"_s, u"Reduce bucket"_s, "zero.reduce_bucket_size"}, bucket_stops, needsStage1),
      elementsField<&Zero::stage3_prefetch_bucket_size>(
          {u"prefetchBucket"_s, u"Prefetch bucket"_s, "zero.stage3_prefetch_bucket_size"}, bucket_stops,
          needsStage3),
      elementsField<&Zero::stage3_max_live_parameters>(
          {u"maxLive"_s, u"Max. live"_s, "zero.stage3_max_live_parameters"},
          {1e7, 1e8, 2e8, 5e8, 1e9, 2e9, 5e9, 1e10}, needsStage3),
      elementsField<&Zero::stage3_max_reuse_distance>(
          {u"maxReuse"_s, u"Max. reuse"_s, "zero.stage3_max_reuse_distance"},
          {0, 1e7, 1e8, 5e8, 1e9, 2e9, 5e9}, needsStage3),
      elementsField<&Zero::stage3_param_persistence_threshold>(
          {u"persistence"_s, u"Persistence"_s, "zero.stage3_param_persistence_threshold"},
          {0, 1e4, 1e5, 1e6, 1e7}, needsStage3),
      elementsField<&Zero::sub_group_size>({u"subGroup"_s, u"Sub-group size"_s, "zero.sub_group_size"},
                                           {1e7, 1e8, 2e8, 5e8, 1e9, 2e9, 1e10, 1e12}, needsStage3),
      available(memberField<&Plan::zero, &Zero::zero_hpz_partition_size>(
                    {u"hpz"_s, u"hpZ partition"_s, "zero.zero_hpz_partition_size"},
                    {QuantityKind::count, powersOfTwo(1, 16), 1, 65'536}),
                needsStage3),
      parallelField<&Training::sequence_parallel>(
          {u"sequenceParallel"_s, u"Sequence par."_s, "training.sequence_parallel"}),
      parallelField<&Training::tensor_parallel>(
          {u"tensorParallel"_s, u"Tensor par."_s, "training.tensor_parallel"}),
      overlapField(),
      available(toggleField<&Plan::zero, &Zero::contiguous_gradients>(
                    {u"contiguousGradients"_s, u"Contiguous gradients"_s, "zero.contiguous_gradients"}),
                needsStage1),
      available(toggleField<&Plan::training, &Training::zero_init>(
                    {u"zeroInit"_s, u"Build the model partitioned"_s, "training.zero_init"}),
                needsStage3),
      toggleField<&Plan::training, &Training::checkpoints_on_host>(
          {u"checkpointsOnHost"_s, u"Checkpoints in CPU memory"_s, "training.checkpoints_on_host"}),
      toggleField<&Plan::training, &Training::fused_norm>(
          {u"fusedNorm"_s, u"Fused norm kernels"_s, "training.fused_norm"}),
      enumField<&Plan::training, &Training::fused_mlp>({u"fusedMlp"_s, u"Fused MLP"_s, "training.fused_mlp"},
                                                       ChoiceLook::segments,
                                                       {u"As norms"_s, u"No"_s, u"Yes"_s}),
      toggleField<&Plan::training, &Training::partition_activations>(
          {u"partitionActivations"_s, u"Divide checkpoints (TP)"_s, "training.partition_activations"})};
}

}  // namespace zp
