// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/pipeline.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "core/sharding/pipeline_schedule.h"

namespace zp {
namespace {

/// With more modules than this, they are divided evenly, because one module more or less per stage makes no
/// difference.
constexpr std::size_t most_layers_weighed = 512;

/// Returns the start index of each part, followed by the end (runtime/utils.py, partition_uniform).
std::vector<std::size_t> even_parts(std::size_t items, std::size_t parts) {
  std::vector<std::size_t> begins(parts + 1);
  const std::size_t each = items / parts, more = items % parts;
  for (std::size_t part = 0; part <= parts; ++part)
    begins[part] = items <= parts ? std::min(part, items) : part * each + std::min(part, more);
  return begins;
}

/// Partition into contiguous parts whose weights differ least, with DeepSpeed's choice among equally good
/// ones: the last border (runtime/utils.py, partition_balanced).
class Balance {
 public:
  Balance(std::span<const double> weights, std::size_t parts)
      : items_(weights.size()), parts_(parts), best_((items_ + 1) * (parts + 1)), sums_(items_ + 1) {
    for (std::size_t i = 0; i < items_; ++i)
      sums_[i + 1] = sums_[i] + weights[i];
  }

  std::vector<std::size_t> begins() {
    if (items_ <= parts_) return even_parts(items_, parts_);
    at(0, 0) = {0, std::numeric_limits<double>::infinity(), 0, 0};
    for (std::size_t item = 1; item <= items_; ++item)
      for (std::size_t part = 1; part <= std::min(item, parts_); ++part)
        settle(item, part);
    std::vector<std::size_t> begins(parts_ + 1, items_);
    for (std::size_t part = parts_; part >= 1; --part)
      begins[part - 1] = at(begins[part], part).border;
    return begins;
  }

 private:
  struct Best {
    double heaviest = std::numeric_limits<double>::infinity();
    double lightest = std::numeric_limits<double>::infinity();
    double difference = std::numeric_limits<double>::infinity();
    std::size_t border = 0;
  };

  Best& at(std::size_t item, std::size_t part) { return best_[item * (parts_ + 1) + part]; }

  void settle(std::size_t item, std::size_t part) {
    Best& best = at(item, part);
    for (std::size_t border = 0; border < item; ++border) {
      const Best& before = at(border, part - 1);
      const double last = sums_[item] - sums_[border];
      const double heaviest = std::max(before.heaviest, last), lightest = std::min(before.lightest, last);
      if (best.difference >= heaviest - lightest) best = {heaviest, lightest, heaviest - lightest, border};
    }
  }

  std::size_t items_, parts_;
  std::vector<Best> best_;
  std::vector<double> sums_;
};

/// Parameters of one module of each kind.
struct ModuleSizes {
  double embedding = 0, dense_block = 0, expert_block = 0, norm = 0, head = 0;
};

bool is_of_dense_mlp(TensorRole role) {
  return role >= TensorRole::gate_proj && role <= TensorRole::mlp_bias;
}

double per_layer(std::int64_t elements, std::int64_t layers) {
  return layers > 0 ? static_cast<double>(elements) / static_cast<double>(layers) : 0;
}

ModuleSizes sizes_of(const Architecture& shape) {
  ModuleSizes sizes;
  const std::int64_t with_experts = std::max<std::int64_t>(0, shape.expert_layers());
  const TensorList tensors = tensors_of(shape);
  for (const TensorKind& kind : tensors.kinds()) {
    const auto total = static_cast<double>(kind.total());
    switch (traits_of(kind.role).part) {
      case ModelPart::vision:
      case ModelPart::tables:
        sizes.embedding += total;
        if (kind.role == TensorRole::embedding && shape.tied_embeddings) sizes.head += total;
        break;
      case ModelPart::head:
        (kind.role == TensorRole::final_norm ? sizes.norm : sizes.head) += total;
        break;
      case ModelPart::blocks:
        if (kind.role == TensorRole::other) {
          sizes.embedding += total;
        } else if (is_of_expert_block(kind.role)) {
          sizes.expert_block += per_layer(kind.total(), with_experts);
        } else if (shape.has_experts() && is_of_dense_mlp(kind.role)) {
          sizes.dense_block += per_layer(kind.total(), shape.dense_layers);
        } else {
          sizes.dense_block += per_layer(kind.total(), shape.layers);
          sizes.expert_block += per_layer(kind.total(), shape.layers);
        }
    }
  }
  return sizes;
}

/// Returns the weight that PipelineModule gives each module (runtime/pipe/module.py, _partition_layers).
std::vector<double> weights_of(const Plan& plan) {
  const Architecture& shape = plan.model.architecture;
  const auto layers = static_cast<std::size_t>(std::max<std::int64_t>(0, shape.layers));
  const bool by_parameters = plan.training.pipeline_partition == PipelinePartition::parameters;
  const ModuleSizes sizes = by_parameters ? sizes_of(shape) : ModuleSizes{0, 1, 1, 0, 0};
  std::vector<double> weights(static_cast<std::size_t>(pipeline_modules(shape)), sizes.expert_block);
  weights.front() = sizes.embedding;
  const std::int64_t dense = shape.has_experts()
                                 ? std::clamp<std::int64_t>(shape.dense_layers, 0, shape.layers)
                                 : static_cast<std::int64_t>(layers);
  std::fill_n(weights.begin() + 1, dense, sizes.dense_block);
  weights[layers + 1] = sizes.norm;
  weights.back() = sizes.head;
  return weights;
}

std::vector<std::size_t> parts_of(const Plan& plan, std::size_t stages) {
  const auto modules = static_cast<std::size_t>(pipeline_modules(plan.model.architecture));
  if (plan.training.pipeline_partition == PipelinePartition::uniform || modules > most_layers_weighed)
    return even_parts(modules, stages);
  const std::vector<double> weights = weights_of(plan);
  return Balance(weights, stages).begins();
}

bool is_divided(const Plan& plan) {
  const std::int64_t parts = plan.training.pipeline_parallel * chunks_of(plan.training);
  return plan.training.pipeline_parallel > 1 && plan.model.has_shape() &&
         parts <= pipeline_modules(plan.model.architecture);
}

PipelineStage whole(const Architecture& shape) {
  PipelineStage stage;
  stage.layers = stage.model_layers = shape.layers;
  stage.expert_layers = stage.model_expert_layers = shape.expert_layers();
  stage.is_tied = shape.tied_embeddings;
  return stage;
}

PipelineStage nothing_of(const Architecture& shape) {
  PipelineStage stage = whole(shape);
  stage.layers = stage.expert_layers = 0;
  stage.has_embedding = stage.has_norm = stage.has_head = false;
  return stage;
}

/// Adds the modules from `begin` to before `end` to the stage.
void add_part(PipelineStage& stage, const Architecture& shape, std::int64_t begin, std::int64_t end,
              bool is_first) {
  const std::int64_t layers = shape.layers;
  const std::int64_t first = std::clamp<std::int64_t>(begin - 1, 0, layers);
  const std::int64_t last = std::clamp<std::int64_t>(end - 1, first, layers);
  if (is_first) stage.first = first;
  stage.layers += last - first;
  if (shape.has_experts())
    stage.expert_layers += std::max<std::int64_t>(0, last - std::max(first, shape.dense_layers));
  stage.has_embedding |= begin == 0;
  stage.has_norm |= begin <= layers + 1 && end > layers + 1;
  stage.has_head |= begin <= layers + 2 && end > layers + 2;
}

std::int64_t share_of(std::int64_t count, std::int64_t part, std::int64_t all) {
  return all > 0 ? count / all * part + count % all * part / all : 0;
}

}  // namespace

PipelineStage PipelineStage::in_step_of(const Training& training) const {
  PipelineStage stage = *this;
  if (is_whole()) return stage;
  const ScheduleRow& row = row_of(training.pipeline_schedule);
  const PipelineSize size = pipeline_size(training);
  stage.chunks_in_flight = row.in_flight(size, index);
  if (row.split != nullptr) {
    const Waiting waiting = row.split(size, index);
    stage.chunks_split = waiting.split;
    stage.chunks_in_flight_split = waiting.in_flight;
  }
  return stage;
}

std::int64_t PipelineStage::count(const TensorKind& kind) const {
  if (is_whole()) return kind.count;
  switch (traits_of(kind.role).part) {
    case ModelPart::vision:
      return has_embedding ? kind.count : 0;
    case ModelPart::tables:
      return has_embedding || (is_tied && has_head && kind.role == TensorRole::embedding) ? kind.count : 0;
    case ModelPart::head:
      return (kind.role == TensorRole::final_norm ? has_norm : has_head) ? kind.count : 0;
    case ModelPart::blocks:
      break;
  }
  if (kind.role == TensorRole::other) return has_embedding ? kind.count : 0;
  if (is_of_expert_block(kind.role)) return share_of(kind.count, expert_layers, model_expert_layers);
  if (model_expert_layers > 0 && is_of_dense_mlp(kind.role))
    return share_of(kind.count, layers - expert_layers, model_layers - model_expert_layers);
  return share_of(kind.count, layers, model_layers);
}

std::int64_t pipeline_modules(const Architecture& shape) {
  constexpr std::int64_t beside_blocks = 3;
  return std::max<std::int64_t>(0, shape.layers) + beside_blocks;
}

std::vector<PipelineStage> pipeline_stages(const Plan& plan) {
  const Architecture& shape = plan.model.architecture;
  const int count = plan.training.pipeline_parallel;
  if (!is_divided(plan)) return {whole(shape)};
  const auto chunks = static_cast<int>(chunks_of(plan.training));
  const int parts = count * chunks;
  const bool folds = row_of(plan.training.pipeline_schedule).folds;
  const auto rank_of = [count, folds](int part) {
    const int rank = part % count;
    return folds && part / count % 2 == 1 ? count - 1 - rank : rank;
  };
  const std::vector<std::size_t> begins = parts_of(plan, static_cast<std::size_t>(parts));
  std::vector<PipelineStage> stages(static_cast<std::size_t>(count), nothing_of(shape));
  for (int part = 0; part < parts; ++part) {
    const int rank = rank_of(part);
    PipelineStage& stage = stages[static_cast<std::size_t>(rank)];
    stage.index = rank;
    stage.stages = count;
    stage.chunks = chunks;
    const auto at = [&begins](int index) {
      return static_cast<std::int64_t>(begins[static_cast<std::size_t>(index)]);
    };
    add_part(stage, shape, at(part), at(part + 1), part < count);
    if (part > 0 && rank_of(part - 1) != rank) ++stage.borders_before;
    if (part + 1 < parts && rank_of(part + 1) != rank) ++stage.borders_after;
  }
  for (PipelineStage& stage : stages)
    stage = stage.in_step_of(plan.training);
  return stages;
}

PipelineStage first_stage(const Plan& plan) {
  return plan.training.pipeline_parallel > 1 ? pipeline_stages(plan).front() : whole(plan.model.architecture);
}

bool partitions_at_stage0(const Plan& plan) {
  constexpr DeepSpeedVersion only_in_pipelines{0, 17, 6};
  const bool goes_through =
      plan.training.pipeline_parallel > 1 || plan.target.deepspeed_version < only_in_pipelines;
  return goes_through && plan.zero.stage == 0 && plan.training.framework == Framework::deepspeed &&
         plan.training.precision == Precision::bf16;
}

}  // namespace zp
