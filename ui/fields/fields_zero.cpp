// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/sharding/fp8.h"
#include "core/sharding/offload_engine.h"
#include "core/sharding/pipeline_schedule.h"
#include "core/sharding/roles.h"
#include "core/sharding/sequence_chunks.h"
#include "core/sharding/strategy.h"
#include "core/units/format.h"
#include "ui/fields/field_builders.h"
#include "ui/model/plan_results.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString needsExperts(const Plan& plan) {
  return plan.model.architecture.has_experts() ? QString() : u"needs a model with experts"_s;
}

QString needsPipeline(const Plan& plan) {
  return plan.training.pipeline_parallel > 1 ? QString() : u"needs a pipeline"_s;
}

/// DeepSpeed's pipeline engine has one schedule; a plan that states another can still be corrected.
QString needsSchedule(const Plan& plan) {
  const bool is_choice = plan.training.framework != Framework::deepspeed ||
                         plan.training.pipeline_schedule != PipelineSchedule::one_f_one_b;
  return is_choice ? needsPipeline(plan) : u"DeepSpeed has 1F1B alone"_s;
}

QString needsChunks(const Plan& plan) {
  if (const QString schedule = needsSchedule(plan); !schedule.isEmpty()) return schedule;
  const ScheduleRow& row = row_of(plan.training.pipeline_schedule);
  return row.most_chunks == row.fewest_chunks ? u"needs an interleaved schedule"_s : QString();
}

/// The model is created partitioned if its parameters are.
QString needsPartitionedParameters(const Plan& plan) {
  return plan.zero.stage == 3 ? QString() : u"needs stage 3"_s;
}

QString needsLeaves(const Plan& plan) {
  const QString stage = stageNeeded("zero.leaf_modules", plan);
  return stage.isEmpty() ? needsExperts(plan) : stage;
}

QString needsBudget(const Plan& plan) {
  return plan.training.activation_checkpointing == Checkpointing::memory_budget
             ? QString()
             : u"needs checkpointing within a budget"_s;
}
QString needsAdapters(const Plan& plan) {
  return plan.training.has_adapters() ? QString() : u"needs a LoRA rank"_s;
}

QString needsProjection(const Plan& plan) {
  return has_rank(plan.training.optimizer) ? QString() : u"needs GaLore or APOLLO"_s;
}

QString needsChunkedLoss(const Plan& plan) {
  return plan.training.fused_loss == FusedLoss::chunked ? QString() : u"needs a loss in chunks"_s;
}

QString needsFusedAttention(const Plan& plan) {
  return plan.training.attention == Attention::sdpa ? QString() : u"needs SDPA attention"_s;
}

/// Returns the stage field. Settings that the new stage does not support (parameter offload below 3, any
/// offload at 0) are kept without effect, so that going back restores them.
ChoiceField stageField() {
  ChoiceField field{{u"stage"_s, u"S&tage"_s, "zero.stage"}};
  field.decides_strategy = true;
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

/// Devices of optimizer states and parameters for a choice of the offload field.
struct OffloadChoice {
  QString id, text;
  Device optimizer, parameters;
};

const std::vector<OffloadChoice>& offloadChoices() {
  using enum Device;
  static const std::vector<OffloadChoice> choices = {
      {u"none"_s, u"None"_s, none, none},
      {u"cpu"_s, u"Optimizer → CPU"_s, cpu, none},
      {u"nvme"_s, u"Optimizer → NVMe"_s, nvme, none},
      {u"all-cpu"_s, u"Optimizer and parameters → CPU"_s, cpu, cpu},
      {u"all-nvme"_s, u"Optimizer and parameters → NVMe"_s, nvme, nvme},
      {u"cpu-nvme"_s, u"Optimizer → CPU, parameters → NVMe"_s, cpu, nvme},
      {u"nvme-cpu"_s, u"Optimizer → NVMe, parameters → CPU"_s, nvme, cpu},
      {u"parameters-cpu"_s, u"Parameters → CPU"_s, none, cpu},
      {u"parameters-nvme"_s, u"Parameters → NVMe"_s, none, nvme}};
  return choices;
}

Plan withOffload(Plan plan, const OffloadChoice& choice) {
  plan.zero.offload_optimizer.device = choice.optimizer;
  plan.zero.offload_param.device = choice.parameters;
  return plan;
}

/// Returns why an offload has no effect at the plan's stage; empty if it has.
QString offloadUnavailable(const Plan& plan, const OffloadChoice& choice) {
  const Plan moved = withOffload(plan, choice);
  for (const auto& [device, path] : {std::pair(choice.optimizer, std::string("zero.offload_optimizer")),
                                     std::pair(choice.parameters, std::string("zero.offload_param"))}) {
    if (device == Device::none) continue;
    if (const QString stage = stageNeeded(path, moved); !stage.isEmpty()) return stage;
    if (device != Device::nvme) continue;
    if (const QString stage = stageNeeded(path + ".nvme_path", moved); !stage.isEmpty()) return stage;
  }
  return {};
}

/// Returns the field for both offloads. It shows those in effect: at lower stages, parameter offload is kept
/// without effect.
ChoiceField offloadField() {
  ChoiceField field{{u"offload"_s, u"Offloa&d"_s, "zero.offload_optimizer"}};
  field.also = {"zero.offload_param"};
  field.decides_strategy = true;
  for (const OffloadChoice& choice : offloadChoices())
    field.choices.push_back({choice.id, choice.text});
  field.value = [](const Plan& plan) {
    const Strategy strategy = strategy_of(plan);
    for (const OffloadChoice& choice : offloadChoices())
      if (choice.optimizer == strategy.optimizer && choice.parameters == strategy.parameters)
        return choice.id;
    return offloadChoices().front().id;
  };
  field.set = [](Plan plan, const QString& id) {
    for (const OffloadChoice& choice : offloadChoices())
      if (choice.id == id) return withOffload(std::move(plan), choice);
    return plan;
  };
  field.choice_unavailable = [](const Plan& plan, const QString& id) {
    for (const OffloadChoice& choice : offloadChoices())
      if (choice.id == id) return offloadUnavailable(plan, choice);
    return QString();
  };
  return field;
}

/// Returns a field for a size of zero_optimization, in elements.
NumberField elementsField(FieldInfo info, std::vector<double> stops) {
  const Spacing spacing = stops.front() > 0 ? Spacing::logarithmic : Spacing::linear;
  NumberField field =
      byStage(numberField(std::move(info), {QuantityKind::params, Stops(std::move(stops), spacing)}));
  field.marks_difference = true;
  return field;
}

NumberField loraField() {
  FieldInfo info{u"loraRank"_s, u"LoRA rank"_s, "training.lora.rank"};
  info.also = {"training.lora.targets", "training.lora.dropout", "training.lora.in_fp32",
               "training.lora.dora", "training.lora.modules_to_save"};
  return numberField(std::move(info),
                     {QuantityKind::count, Stops({0, 4, 8, 16, 32, 64, 128, 256}, Spacing::linear)});
}

ChoiceField frozenField() {
  FieldInfo info{u"frozenPrecision"_s, u"Frozen base"_s, "training.frozen_precision"};
  info.also = {"training.double_quantization", "training.quantize_experts"};
  return wordField(std::move(info), ChoiceLook::segments, {u"16 bit"_s, u"8 bit"_s, u"4 bit"_s});
}

/// Returns why the plan cannot use fp8 products; empty if it can or already does.
QString needsFp8(const Plan& plan) {
  const GpuPreset* gpu = binding_preset(plan.cluster);
  const bool can_be_set = gpu == nullptr || gpu->fp8_tflops > 0 || multiplies_in_fp8(plan);
  return can_be_set ? QString() : u"needs a GPU with fp8"_s;
}

QString needsCpuOptimizer(const Plan& plan) {
  if (asked_engine(plan.zero) != OffloadEngine::plain) return {};
  return homes_of(plan).states == Device::cpu ? QString() : u"needs the optimizer in CPU memory"_s;
}

ChoiceField engineField() {
  FieldInfo info{u"offloadEngine"_s, u"Offload engine"_s, "zero.zenflow.enabled"};
  info.also = {"zero.offload_optimizer.super_offload", "zero.zenflow.overlap_step"};
  ChoiceField field{std::move(info)};
  field.look = ChoiceLook::segments;
  field.choices = {{u"0"_s, u"ZeRO-Offload"_s}, {u"1"_s, u"SuperOffload"_s}, {u"2"_s, u"ZenFlow"_s}};
  field.value = [](const Plan& plan) { return QString::number(static_cast<int>(asked_engine(plan.zero))); };
  field.set = [](Plan plan, const QString& id) {
    ask_for_engine(plan.zero, static_cast<OffloadEngine>(id.toInt()));
    return plan;
  };
  return field;
}

/// Returns the field that combines fp8 products and their recipe; the choice 16 bits means the plan's
/// precision.
ChoiceField fp8Field() {
  FieldInfo info{u"products"_s, u"Products"_s, "training.fp8_recipe"};
  info.also = {"training.types.products", "training.types.gathered"};
  ChoiceField field{std::move(info)};
  field.look = ChoiceLook::combo;
  field.choices = {{u"auto"_s, u"As the precision"_s}};
  const std::array<QString, fp8_rows.size()> titles = {
      u"fp8, scaled by tensor"_s, u"fp8, scaled by row"_s,       u"fp8 by row, gradients 16 bit"_s,
      u"MXFP8 (torchao)"_s,       u"fp8, Transformer Engine"_s,  u"fp8, TE current scaling"_s,
      u"fp8, TE by blocks"_s,     u"MXFP8, Transformer Engine"_s};
  for (std::size_t i = 0; i < titles.size(); ++i)
    field.choices.push_back({toQt(name_of(fp8_rows[i].recipe)), titles[i]});
  field.value = [](const Plan& plan) {
    return multiplies_in_fp8(plan) ? toQt(name_of(fp8_recipe(plan).recipe)) : u"auto"_s;
  };
  field.set = [](Plan plan, const QString& id) {
    const Fp8Recipe recipe = enum_of<Fp8Recipe>(toStd(id)).value_or(Fp8Recipe::automatic);
    StatedTypes& types = plan.training.types;
    const bool is_fp8 = recipe != Fp8Recipe::automatic;
    plan.training.fp8_recipe = recipe;
    types.products = is_fp8 ? StatedType::fp8 : StatedType::automatic;
    if (types.gathered == StatedType::fp8 && !(is_fp8 && row_of(recipe).gathers_fp8))
      types.gathered = StatedType::automatic;
    return plan;
  };
  field.choice_unavailable = [](const Plan& plan, const QString& id) {
    const Fp8Recipe recipe = enum_of<Fp8Recipe>(toStd(id)).value_or(Fp8Recipe::automatic);
    const GpuPreset* gpu = binding_preset(plan.cluster);
    const bool has_blocks =
        gpu == nullptr || gpu->generation.starts_with("Blackwell") || gpu->generation == "CDNA4";
    const bool needs = recipe != Fp8Recipe::automatic && row_of(recipe).needs_blocks_of_32;
    return needs && !has_blocks ? u"needs Blackwell or CDNA4"_s : QString();
  };
  return field;
}

QString needsFpdt(const Plan& plan) {
  return sequence_chunks(plan.training) > 0 ? QString() : u"needs FPDT"_s;
}
QString needsTensorParallel(const Plan& plan) {
  const bool can_be_set = plan.training.tensor_parallel > 1 || plan.training.domino;
  return can_be_set ? QString() : u"needs tensor parallelism"_s;
}

NumberField parallelField(FieldInfo info) {
  return numberField(std::move(info), {QuantityKind::count, powersOfTwo(1, 16)});
}

ChoiceField optimizerField() {
  std::vector<QString> titles;
  for (const OptimizerRow& row : optimizer_rows())
    titles.push_back(toQt(row.title));
  return wordField({u"optimizer"_s, u"Optimizer"_s, "training.optimizer"}, ChoiceLook::combo, titles);
}

ToggleField overlapField() {
  ToggleField field =
      byStage(ToggleField{{u"overlapComm"_s, u"Overlap communication"_s, "zero.overlap_comm"}});
  field.value = [](const Plan& plan) { return plan.zero.overlaps(); };
  field.set = [](Plan plan, bool on) {
    plan.zero.overlap_comm.reset();  // DeepSpeed's default need not be stated
    if (plan.zero.overlaps() != on) plan.zero.overlap_comm = on;
    return plan;
  };
  return field;
}

const std::vector<double> bucket_stops = {1e6, 5e6, 1e7, 2e7, 5e7, 1e8, 2e8, 5e8, 1e9};

}  // namespace

std::vector<Field> zeroFields() { return {stageField(), offloadField()}; }

std::vector<Field> batchFields() {
  return {
      withExposure(withCliff(numberField({u"microBatch"_s, u"Micro &batch"_s, "training.micro_batch_size"},
                                         {QuantityKind::count, powersOfTwo(1, 128), {}, StepMode::multiple}),
                             Unknown::micro_batch)),
      wordField({u"checkpointing"_s, u"&Checkpointing"_s, "training.activation_checkpointing"},
                ChoiceLook::segments, {u"None"_s, u"Selective"_s, u"Full"_s, u"Budget"_s}),
      wordField({u"fusedLoss"_s, u"Loss"_s, "training.fused_loss"}, ChoiceLook::combo,
                {u"Whole, in fp32"_s, u"In chunks"_s, u"Fused with the head (Liger)"_s, u"Compiled"_s,
                 u"In tiles"_s, u"Whole, not in fp32"_s, u"Whole, copied twice"_s})};
}

std::vector<Field> runFields() {
  return {numberField({u"tokens"_s, u"Token budget"_s, "training.tokens"},
                      {QuantityKind::params,
                       Stops({0, 1e8, 1e9, 1e10, 2e10, 1e11, 3e11, 1e12, 2e12, 1.5e13}, Spacing::linear),
                       u"tok"_s, StepMode::decade}),
          numberField({u"gpuHourPrice"_s, u"Price"_s, "cluster.gpu_hour_price"},
                      {QuantityKind::number, Stops({0, 0.5, 1, 2, 3, 4, 6, 8, 12}, Spacing::linear, 0),
                       u"USD / GPU h"_s, StepMode::decade})};
}

GroupFact batchFact(const PlanResults& results) {
  const Plan& plan = results.evaluation.document.plan;
  const std::int64_t sequences = train_batch_size(plan);
  const QString example = is_of_pairs(plan.training) ? u" pair"_s : u" sequence"_s;
  const QString batch = toQt(format_count(sequences)) + example + (sequences == 1 ? QString() : u"s"_s);
  const QString tokens = toQt(format_params(Params(sequences * tokens_per_example(plan))));
  const std::int64_t largest = results.evaluation.largest_micro_batch;
  return {
      batch + u", "_s + tokens + u" tokens a step"_s, batch,
      QObject::tr("Sequences per optimizer step: micro batch × accumulation × data-parallel ranks. With "
                  "this strategy %1.")
          .arg(largest > 0
                   ? QObject::tr("the largest micro batch that fits is %1").arg(toQt(format_count(largest)))
                   : QObject::tr("not even a micro batch of 1 fits"))};
}

std::vector<Field> advancedFields() {
  const std::vector<Field> steps_and_buckets = {
      optimizerField(),
      available(numberField({u"optimizerRank"_s, u"Optimizer rank"_s, "training.optimizer_rank"},
                            {QuantityKind::count, powersOfTwo(1, 1'024)}),
                needsProjection),
      withExposure(
          numberField({u"gradientAccumulation"_s, u"Grad. acc&um."_s, "training.gradient_accumulation_steps"},
                      {QuantityKind::count, powersOfTwo(1, 512), {}, StepMode::multiple})),
      numberField({u"paddingShare"_s, u"Padding"_s, "training.padding_share"},
                  {QuantityKind::number, Stops({0, 0.1, 0.25, 0.5, 0.75, 0.9}, Spacing::linear, 0)}),
      numberField({u"saveSteps"_s, u"Save every (steps)"_s, "training.save_steps"},
                  {QuantityKind::count, Stops({0, 50, 100, 200, 500, 1000, 2000, 5000}, Spacing::linear)}),
      numberField({u"evalBatch"_s, u"Evaluation batch"_s, "training.eval_batch_size"},
                  {QuantityKind::count, Stops({0, 1, 2, 4, 8, 16, 32, 64}, Spacing::linear)}),
      available(numberField({u"fusedLossChunk"_s, u"Loss chunk"_s, "training.fused_loss_chunk"},
                            {QuantityKind::count, Stops({0, 256, 512, 1024, 2048, 4096}, Spacing::linear)}),
                needsChunkedLoss),
      wordField({u"attention"_s, u"Attention"_s, "training.attention"}, ChoiceLook::segments,
                {u"SDPA"_s, u"Eager"_s}),
      available(wordField({u"attentionKernel"_s, u"Kernel"_s, "training.attention_kernel"}, ChoiceLook::combo,
                          {u"Automatic (FlashAttention-2)"_s, u"FlashAttention (2022)"_s,
                           u"FlashAttention-2"_s, u"FlashAttention-3, 4, cuDNN"_s}),
                needsFusedAttention),
      wordField({u"accumulationDtype"_s, u"Accumulate in"_s, "training.gradient_accumulation_dtype"},
                ChoiceLook::combo, {u"The weights' type"_s, u"fp32"_s, u"bf16"_s, u"fp16"_s}),
      elementsField({u"reduceBucket"_s, u"Reduce bucket"_s, "zero.reduce_bucket_size"}, bucket_stops),
      elementsField({u"prefetchBucket"_s, u"Prefetch bucket"_s, "zero.stage3_prefetch_bucket_size"},
                    bucket_stops),
      elementsField({u"maxLive"_s, u"Max. live"_s, "zero.stage3_max_live_parameters"},
                    {1e7, 1e8, 2e8, 5e8, 1e9, 2e9, 5e9, 1e10}),
      elementsField({u"maxReuse"_s, u"Max. reuse"_s, "zero.stage3_max_reuse_distance"},
                    {0, 1e7, 1e8, 5e8, 1e9, 2e9, 5e9}),
      elementsField({u"persistence"_s, u"Persistence"_s, "zero.stage3_param_persistence_threshold"},
                    {0, 1e4, 1e5, 1e6, 1e7}),
      elementsField({u"subGroup"_s, u"Sub-group size"_s, "zero.sub_group_size"},
                    {1e7, 1e8, 2e8, 5e8, 1e9, 2e9, 1e10, 1e12}),
      byStage(numberField({u"hpz"_s, u"hpZ partition"_s, "zero.zero_hpz_partition_size"},
                          {QuantityKind::count, powersOfTwo(1, 16)}))};
  const std::vector<Field> others = {
      loraField(),
      available(frozenField(), needsAdapters),
      available(engineField(), needsCpuOptimizer),
      available(fp8Field(), needsFp8),
      parallelField({u"sequenceParallel"_s, u"Sequence par."_s, "training.sequence_parallel"}),
      parallelField({u"tensorParallel"_s, u"Tensor par."_s, "training.tensor_parallel"}),
      available(parallelField({u"expertParallel"_s, u"Expert par."_s, "training.expert_parallel"}),
                needsExperts),
      parallelField({u"pipelineParallel"_s, u"Pipeline stages"_s, "training.pipeline_parallel"}),
      available(wordField({u"pipelinePartition"_s, u"Stages share"_s, "training.pipeline_partition"},
                          ChoiceLook::segments, {u"Parameters"_s, u"Modules"_s, u"Blocks"_s}),
                needsPipeline),
      available(
          wordField({u"pipelineSchedule"_s, u"Schedule"_s, "training.pipeline_schedule"}, ChoiceLook::combo,
                    {u"1F1B"_s, u"GPipe"_s, u"Interleaved 1F1B"_s, u"Looped, breadth first"_s,
                     u"Interleaved, zero bubble"_s, u"ZB-V"_s, u"DualPipeV"_s}),
          needsSchedule),
      available(parallelField({u"pipelineChunks"_s, u"Parts / stage"_s, "training.pipeline_chunks"}),
                needsChunks),
      available(wordField({u"experts"_s, u"Experts"_s, "training.experts"}, ChoiceLook::segments,
                          {u"One by one"_s, u"Grouped"_s}),
                needsExperts),
      available(wordField({u"leafModules"_s, u"Leaf modules"_s, "zero.leaf_modules"}, ChoiceLook::segments,
                          {u"Automatic"_s, u"None"_s, u"Expert blocks"_s}),
                needsLeaves),
      overlapField(),
      byStage(
          toggleField({u"contiguousGradients"_s, u"Contiguous gradients"_s, "zero.contiguous_gradients"})),
      available(toggleField({u"zeroInit"_s, u"Build the model partitioned"_s, "training.zero_init"}),
                needsPartitionedParameters),
      available(
          numberField({u"memoryBudget"_s, u"Memory budget"_s, "training.memory_budget"},
                      {QuantityKind::number, Stops({0, 0.1, 0.25, 0.5, 0.75, 0.9, 1}, Spacing::linear, 0)}),
          needsBudget),
      toggleField({u"checkpointsOnHost"_s, u"Checkpoints in CPU memory"_s, "training.checkpoints_on_host"}),
      wordField({u"activationOffload"_s, u"Move activations"_s, "training.activation_offload"},
                ChoiceLook::segments, {u"No"_s, u"To the host"_s, u"To files"_s}),
      toggleField({u"fusedNorm"_s, u"Fused norm kernels"_s, "training.fused_norm"}),
      wordField({u"fusedMlp"_s, u"Fused MLP"_s, "training.fused_mlp"}, ChoiceLook::segments,
                {u"As norms"_s, u"No"_s, u"Yes"_s}),
      toggleField({u"tiledMlp"_s, u"MLP in tiles"_s, "training.tiled_mlp"}),
      toggleField({u"fpdt"_s, u"Sequence in chunks (FPDT)"_s, "training.fpdt"}),
      available(numberField({u"fpdtChunk"_s, u"Tokens of a chunk"_s, "training.fpdt_chunk"},
                            {QuantityKind::count, powersOfTwo(16'384, 131'072)}),
                needsFpdt),
      available(toggleField({u"fpdtOffload"_s, u"Chunks in CPU memory"_s, "training.fpdt_offload"}),
                needsFpdt),
      available(toggleField({u"domino"_s, u"Halves of a batch (Domino)"_s, "training.domino"}),
                needsTensorParallel),
      toggleField(
          {u"partitionActivations"_s, u"Divide checkpoints (TP)"_s, "training.partition_activations"})};
  std::vector<Field> fields;
  for (const std::vector<Field>& part : {shapeFields(), steps_and_buckets, methodFields(), others})
    fields.insert(fields.end(), part.begin(), part.end());
  return fields;
}

}  // namespace zp
