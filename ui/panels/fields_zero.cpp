// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/field_builders.h"

namespace zp {
namespace {

using namespace Qt::StringLiterals;

QString needsStage3(const Plan& plan) { return plan.zero.stage == 3 ? QString() : u"needs stage 3"_s; }
QString needsStage1(const Plan& plan) { return plan.zero.stage >= 1 ? QString() : u"needs stage 1 or more"_s; }

ChoiceField stageField() {
  auto field = enumField<&Plan::zero, &Zero::stage>({u"stage"_s, u"Stage"_s, "zero.stage"}, ChoiceLook::segments,
                                                    {u"0"_s, u"1"_s, u"2"_s, u"3"_s});
  return field;
}

/// An offload: what the stage cannot use is kept, so that going back to stage 3 finds it again.
template <auto Offload>
ChoiceField offloadField(FieldInfo info) {
  ChoiceField field{std::move(info)};
  field.options = {u"GPU (no offload)"_s, u"CPU memory"_s, u"NVMe"_s};
  field.value = [](const Plan& plan) { return static_cast<int>((plan.zero.*Offload).device); };
  field.set = [](Plan plan, int option) {
    (plan.zero.*Offload).device = static_cast<Device>(option);
    return plan;
  };
  field.option_unavailable = [](const Plan& plan, int option) {
    return option == static_cast<int>(Device::nvme) ? needsStage3(plan) : QString();
  };
  return field;
}

/// A size of zero_optimization, in elements.
template <auto Member>
NumberField elementsField(FieldInfo info, double low, std::vector<double> stops) {
  auto field = numberField<&Plan::zero, Member>(std::move(info), NumberKind::elements, low, 1e15, std::move(stops));
  field.marks_difference = true;
  return field;
}

template <auto Member>
NumberField stage3Field(FieldInfo info, double low, std::vector<double> stops) {
  auto field = elementsField<Member>(std::move(info), low, std::move(stops));
  field.unavailable = needsStage3;
  return field;
}

template <class F>
F available(F field, QString (*unavailable)(const Plan&)) {
  field.unavailable = unavailable;
  return field;
}

const std::vector<double> bucket_stops = {1e6, 5e6, 1e7, 2e7, 5e7, 1e8, 2e8, 5e8, 1e9};

}  // namespace

const std::vector<Field>& zeroFields() {
  static const std::vector<Field> fields = {
      stageField(),
      available(offloadField<&Zero::offload_optimizer>({u"optimizerDevice"_s, u"Optimi&zer on"_s, "zero.offload_optimizer"}),
                needsStage1),
      available(offloadField<&Zero::offload_param>({u"parameterDevice"_s, u"Para&meters on"_s, "zero.offload_param"}),
                needsStage3),
      enumField<&Plan::training, &Training::optimizer>(
          {u"optimizer"_s, u"Optimizer"_s, "training.optimizer"}, ChoiceLook::combo,
          {u"Adam"_s, u"AdamW"_s, u"Adagrad"_s, u"SGD"_s, u"RMSprop"_s, u"Lion"_s, u"LAMB"_s, u"Muon"_s, u"AdamW, 8-bit"_s}),
  };
  return fields;
}

const std::vector<Field>& batchFields() {
  static const std::vector<Field> fields = {
      numberField<&Plan::training, &Training::micro_batch_size>(
          {u"microBatch"_s, u"Micro &batch"_s, "training.micro_batch_size"}, NumberKind::count, 1, 65'536,
          powersOfTwo(1, 128)),
      numberField<&Plan::training, &Training::gradient_accumulation_steps>(
          {u"gradientAccumulation"_s, u"Grad. acc&um."_s, "training.gradient_accumulation_steps"}, NumberKind::count, 1,
          1'000'000, powersOfTwo(1, 512)),
      enumField<&Plan::training, &Training::activation_checkpointing>(
          {u"checkpointing"_s, u"&Checkpointing"_s, "training.activation_checkpointing"}, ChoiceLook::segments,
          {u"None"_s, u"Selective"_s, u"Full"_s}),
  };
  return fields;
}

const std::vector<Field>& advancedFields() {
  static const std::vector<Field> fields = [] {
    ToggleField overlap{{u"overlapComm"_s, u"Overlap communication"_s, "zero.overlap_comm"}};
    overlap.unavailable = needsStage1;
    overlap.value = [](const Plan& plan) { return plan.zero.overlaps(); };
    overlap.set = [](Plan plan, bool on) {
      plan.zero.overlap_comm = on;
      if (Zero without = plan.zero; on == (without.overlap_comm.reset(), without.overlaps())) plan.zero = without;
      return plan;
    };
    std::vector<Field> list = {
        enumField<&Plan::training, &Training::attention>({u"attention"_s, u"Attention"_s, "training.attention"},
                                                         ChoiceLook::segments, {u"SDPA"_s, u"Eager"_s}),
        enumField<&Plan::training, &Training::fused_loss>({u"fusedLoss"_s, u"Loss"_s, "training.fused_loss"},
                                                          ChoiceLook::segments, {u"Plain"_s, u"Chunked"_s, u"Fused"_s}),
        enumField<&Plan::training, &Training::gradient_accumulation_dtype>(
            {u"accumulationDtype"_s, u"Accumulate in"_s, "training.gradient_accumulation_dtype"}, ChoiceLook::combo,
            {u"The weights' type"_s, u"fp32"_s, u"bf16"_s, u"fp16"_s}),
        available(elementsField<&Zero::reduce_bucket_size>(
                      {u"reduceBucket"_s, u"Reduce bucket"_s, "zero.reduce_bucket_size"}, 1, bucket_stops),
                  needsStage1),
        stage3Field<&Zero::stage3_prefetch_bucket_size>(
            {u"prefetchBucket"_s, u"Prefetch bucket"_s, "zero.stage3_prefetch_bucket_size"}, 0, bucket_stops),
        stage3Field<&Zero::stage3_max_live_parameters>(
            {u"maxLive"_s, u"Max. live"_s, "zero.stage3_max_live_parameters"}, 0, {1e7, 1e8, 2e8, 5e8, 1e9, 2e9, 5e9, 1e10}),
        stage3Field<&Zero::stage3_max_reuse_distance>(
            {u"maxReuse"_s, u"Max. reuse"_s, "zero.stage3_max_reuse_distance"}, 0, {0, 1e7, 1e8, 5e8, 1e9, 2e9, 5e9}),
        stage3Field<&Zero::stage3_param_persistence_threshold>(
            {u"persistence"_s, u"Persistence"_s, "zero.stage3_param_persistence_threshold"}, 0, {0, 1e4, 1e5, 1e6, 1e7}),
        stage3Field<&Zero::sub_group_size>({u"subGroup"_s, u"Sub-group size"_s, "zero.sub_group_size"}, 1,
                                           {1e7, 1e8, 2e8, 5e8, 1e9, 2e9, 1e10, 1e12}),
        stage3Field<&Zero::zero_hpz_partition_size>({u"hpz"_s, u"hpZ partition"_s, "zero.zero_hpz_partition_size"}, 1,
                                                    powersOfTwo(1, 16)),
        numberField<&Plan::training, &Training::sequence_parallel>(
            {u"sequenceParallel"_s, u"Sequence par."_s, "training.sequence_parallel"}, NumberKind::count, 1, 1024,
            powersOfTwo(1, 16)),
        numberField<&Plan::training, &Training::tensor_parallel>(
            {u"tensorParallel"_s, u"Tensor par."_s, "training.tensor_parallel"}, NumberKind::count, 1, 1024,
            powersOfTwo(1, 16)),
        overlap,
        available(toggleField<&Plan::zero, &Zero::contiguous_gradients>(
                      {u"contiguousGradients"_s, u"Contiguous gradients"_s, "zero.contiguous_gradients"}),
                  needsStage1),
        available(toggleField<&Plan::training, &Training::zero_init>(
                      {u"zeroInit"_s, u"Build the model partitioned (zero.Init)"_s, "training.zero_init"}),
                  needsStage3),
        toggleField<&Plan::training, &Training::checkpoints_on_host>(
            {u"checkpointsOnHost"_s, u"Keep checkpoints in CPU memory"_s, "training.checkpoints_on_host"}),
        toggleField<&Plan::training, &Training::fused_norm>({u"fusedNorm"_s, u"Fused norm kernels"_s, "training.fused_norm"}),
    };
    return list;
  }();
  return fields;
}

}  // namespace zp
