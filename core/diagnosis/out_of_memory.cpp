// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/diagnosis/memory_parts.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// Elements of DeepSpeed's default bucket, which identifies a message without a plan; up to 0.3 a contiguous
/// buffer was 4.5 times as large (deepspeed/runtime/zero/stage2.py).
constexpr double default_bucket = 5e8;
struct BucketRow {
  double factor;
  const char* description;
};
constexpr auto buckets = std::to_array<BucketRow>(
    {{2, "as large as DeepSpeed's default bucket of 500,000,000 elements in 16 bits"},
     {4, "as large as DeepSpeed's default bucket of 500,000,000 elements in fp32"}});

std::string named_by_size_alone(const OutOfMemory& message) {
  if (!message.requested) return "";
  for (const BucketRow& row : buckets)
    if (std::abs(*message.requested - row.factor * default_bucket) <= message.rounding + 2 * mib)
      return row.description;
  return "";
}

std::string sentence_of_device(const OutOfMemory& message) {
  if (message.where == ExhaustedMemory::device)
    return "The driver refused, not PyTorch's allocator: another process holds the GPU, NCCL or a context "
           "found no free memory, or the GPU is faulty.";
  if (message.requested) return "An allocation of " + amount(*message.requested) + " of host memory failed.";
  if (message.process && message.capacity)
    return "Ray killed a process because the node's memory ran out: " + amount(*message.process) + " of " +
           amount(*message.capacity) + " were in use.";
  if (message.process)
    return "The kernel killed a process because host memory ran out; " + amount(*message.process) +
           " were resident.";
  return "A process was killed, most likely by the kernel because host memory ran out.";
}

std::string cause_without_plan(const OutOfMemory& message) {
  if (!message.requested) return "The message names no amount.";
  std::string cause = amount(*message.requested) + " were requested.";
  if (!message.hint.empty())
    cause += ": " + message.hint;
  else if (!message.entries.empty())
    cause += ": " + std::string(name_of(message.entries.front()));
  if (!message.frame.empty()) cause += " (" + message.frame + ")";
  if (const std::string size = named_by_size_alone(message); !size.empty() && message.frame.empty())
    cause += ", " + size;
  return cause + ".";
}

constexpr double far_above = 1.2;

std::string cause_with_plan(const OutOfMemory& message, const Plan& plan, const MemoryEstimate& estimate,
                            const KnownAllocation* allocation) {
  if (!message.requested) return cause_without_plan(message);
  std::string cause = allocation != nullptr
                          ? amount(*message.requested) + " were requested: " + allocation->description +
                                (message.frame.empty() ? "" : ", " + message.frame) + "."
                          : cause_without_plan(message);
  const auto peak = static_cast<double>(estimate.gpu.peak_allocated.value());
  if (message.allocated && *message.allocated > far_above * peak && plan.model.has_shape())
    cause += " " + amount(*message.allocated) + " were allocated, where the plan has " + amount(peak) +
             " at its peak: the run is another than the plan, or something keeps tensors from step to step.";
  return cause;
}

Cure defragment(const OutOfMemory& message) {
  return {"Set PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True: " + amount(memory_sum(message).unused) +
              " were reserved and unused, more than was requested",
          std::nullopt, Bytes(), 0, 0};
}

/// Returns what usually helps in that phase, without figures, because there is no plan.
std::vector<Cure> cures_by_words(const OutOfMemory& message) {
  if (message.where == ExhaustedMemory::device || message.where == ExhaustedMemory::host ||
      !message.requested)
    return {};
  struct Row {
    std::string_view phase;
    std::array<const char*, 3> labels;
  };
  static constexpr auto rows = std::to_array<Row>({
      {"initialisation",
       {"Load under zero.Init at stage 3, so that no GPU holds the whole model",
        "A higher ZeRO stage, which partitions master weights and optimizer states",
        "Offload of the optimizer to host memory"}},
      {"forward",
       {"Full activation checkpointing", "Half the micro batch and twice the accumulation",
        "A fused loss, which never holds all logits"}},
      {"backward",
       {"Full activation checkpointing", "Half the micro batch and twice the accumulation",
        "A smaller reduce_bucket_size"}},
      {"step",
       {"A higher ZeRO stage", "Offload of the optimizer to host memory",
        "A smaller sub_group_size at stage 3"}},
      {"save",
       {"Save the partitions of each rank (save_checkpoint) and join them afterwards",
        "Turn stage3_gather_16bit_weights_on_model_save off", "Save less often, after emptying the cache"}},
  });
  std::vector<Cure> cures;
  for (const Row& row : rows)
    if (row.phase == message.phase)
      for (const char* label : row.labels)
        cures.push_back({label, std::nullopt, Bytes(), 0, 0});
  return cures;
}

/// Facts shared by the diagnoses of one plan. All ranks of a run fail alike, so the cures are computed once,
/// for the rank that lacked most.
class Diagnoses {
 public:
  Diagnoses(const Plan& plan, std::span<const NamedLog> logs)
      : plan_(plan),
        estimate_(estimate_memory(plan)),
        allocations_(allocations_of(plan, estimate_)),
        capacity_(from_gib(binding_gpu(plan.cluster).memory_gib)) {
    bool is_any = false;
    for (const NamedLog& named : logs)
      for (const OutOfMemory& message : named.log.out_of_memory)
        if (message.where == ExhaustedMemory::gpu && message.capacity) {
          const Bytes capacity =
              bytes_of(*message.capacity);  // the GPU of the run, even if the plan has another
          capacity_ = is_any ? std::min(capacity_, capacity) : capacity;
          is_any = true;
          const Bytes needed = bytes_of(*message.capacity + memory_sum(message).short_by.value_or(0));
          excess_ = std::max(excess_, needed - estimate_.gpu.peak);
        }
  }

  void explain(MemoryDiagnosis& diagnosis) {
    const OutOfMemory& message = diagnosis.message;
    const KnownAllocation* allocation = allocation_of(message, allocations_);
    if (diagnosis.phase.empty() && allocation != nullptr) diagnosis.phase = allocation->phase;
    diagnosis.cause = cause_with_plan(message, plan_, estimate_, allocation);
  }

  const std::vector<Cure>& cures(bool of_host) {
    std::optional<std::vector<Cure>>& known = of_host ? host_cures_ : gpu_cures_;
    if (!known) known = cures_of(plan_, of_host ? Bytes() : excess_, capacity_, of_host);
    return *known;
  }

 private:
  const Plan& plan_;
  MemoryEstimate estimate_;
  std::vector<KnownAllocation> allocations_;
  Bytes capacity_;
  Bytes excess_;  ///< bytes that the run needed beyond the estimate
  std::optional<std::vector<Cure>> gpu_cures_, host_cures_;
};

MemoryDiagnosis diagnose(const OutOfMemory& message, LogPlace place, Diagnoses* plan) {
  const MemorySum sum = memory_sum(message);
  MemoryDiagnosis found{message, place, message.phase, sum.short_by, "", {}};
  if (message.where != ExhaustedMemory::gpu) {
    found.short_by.reset();
    found.cause = sentence_of_device(message);
  } else if (plan != nullptr) {
    plan->explain(found);
  } else {
    found.cause = cause_without_plan(message);
  }
  if (found.short_by && sum.is_fragmented) {
    found.cause += " The allocator held " + amount(sum.unused) + " in blocks too small for it.";
    found.cures.push_back(defragment(message));
  }
  if (message.where == ExhaustedMemory::device) return found;
  for (const Cure& cure :
       plan != nullptr ? plan->cures(message.where == ExhaustedMemory::host) : cures_by_words(message))
    if (found.cures.size() < most_cures) found.cures.push_back(cure);
  return found;
}

}  // namespace

std::vector<MemoryDiagnosis> diagnoses_of(const Plan* plan, std::span<const NamedLog> logs) {
  std::optional<Diagnoses> of_plan;
  if (plan != nullptr) of_plan.emplace(*plan, logs);
  std::vector<MemoryDiagnosis> all;
  for (std::size_t i = 0; i < logs.size(); ++i)
    for (const OutOfMemory& message : logs[i].log.out_of_memory)
      all.push_back(diagnose(message, {i, message.line}, of_plan ? &*of_plan : nullptr));
  return all;
}

}  // namespace zp
