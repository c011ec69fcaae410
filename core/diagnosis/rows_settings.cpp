// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <numeric>

#include "core/diagnosis/death_rows.h"
#include "core/diagnosis/row_readers.h"
#include "core/units/format.h"

namespace zp::diagnosis {
namespace {

using enum RemedyPlace;
using run::Lines;
using run::LogLine;

/// Reads "Attempted loss scale: 128, reducing to 64" and apex's "reducing loss scale to 64.0".
bool read_overflow(const Lines&, const LogLine& line, Incident& out) {
  run::Scan scan(line.text);
  if (!scan.find("reducing to ") && !scan.find("loss scale to ")) return true;
  if (const std::optional<run::Number> scale = scan.number()) out.count = scale->value;
  return true;
}
/// A dynamic scale starts at 2^16 to 2^32 and overflows until it is small enough, which is normal. It is a
/// fault once the scale has reached 1.
bool has_no_scale_left(const Incident& incident, const LogFacts&) {
  return incident.lines > 1 && incident.count <= 1;
}

/// Reads "train_batch_size is not equal to … world_size 256 != 2 * 18 * 7".
bool read_batch_sum(const Lines& lines, const LogLine& line, Incident& out) {
  const std::string text = lines.joined(line, 3, " ");
  run::Scan scan(text);
  if (!scan.find("world_size")) return true;
  scan.spaces();
  const std::optional<run::Number> batch = scan.number();
  scan.spaces();
  if (!batch || !scan.skip("!=")) return true;
  std::array<double, 3> factors{};
  for (double& factor : factors) {
    scan.skip_any(" *");
    const std::optional<run::Number> number = scan.number();
    if (!number) return true;
    factor = number->value;
    out.detail += (out.detail.empty() ? "" : " × ") + std::string(number->text);
  }
  out.subject = batch->text;
  out.count = batch->value;
  out.seconds = 0;
  out.reports.clear();
  for (const double factor : factors)
    out.reports.push_back({std::nullopt, "", -1, factor});
  return true;
}

/// Returns the nearest batch that the GPUs divide, or the accumulation that matches the batch.
std::string ask_batch(const Case& sign) {
  if (sign.incident.reports.size() != 3) return "";
  const auto batch = whole_of(sign.incident.count);
  const auto micro = whole_of(sign.incident.reports[0].elements);
  const auto world = whole_of(sign.incident.reports[2].elements);
  if (batch <= 0 || micro <= 0 || world <= 0 || micro > 1'000'000 || world > 1'000'000) return "";
  const std::int64_t unit = micro * world;
  if (world == 1 && batch > micro)
    return "DeepSpeed saw 1 GPU; if the run has several, the script was started without a launcher.";
  if (batch % unit == 0) return "An accumulation of " + format_count(batch / unit) + " makes them agree.";
  const std::int64_t below = batch / unit * unit;
  return format_count(batch) + " is not divisible by " + format_count(micro) + " × " + format_count(world) +
         " GPUs; " + (below > 0 ? format_count(below) + " and " : "") + format_count(below + unit) + " are.";
}

/// Reads a sentence such as "(6 x 1) must be evenly divisible by …" unchanged.
bool read_sentence(const Lines& lines, const LogLine& line, Incident& out) {
  std::string text = lines.joined(line, 0, " ");
  const std::size_t at = text.find("Error: ");
  if (at != std::string::npos) text.erase(0, at + 7);
  out.subject = text.substr(0, 240);
  return true;
}

bool is_about_batch(std::string_view text) {
  return run::contains(text, "batch") || run::contains(text, "accumulation");
}
/// Returns the keys listed below a refusal of Trainer and accelerate: "- ds fp16.enabled=True vs hf …".
std::string keys_below(const Lines& lines) {
  constexpr int most_keys = 30;
  std::string keys;
  Lines ahead = lines;
  LogLine below;
  for (int i = 0; i < most_keys && ahead.next(below) && run::trimmed(below.text).starts_with("- "); ++i)
    keys.append(below.text).append("\n");
  return keys;
}

constexpr std::string_view mismatch =
    "The DeepSpeed configuration and the training arguments state different values.";
constexpr RemedyRow write_auto{
    launch, "Write auto for these keys in the DeepSpeed configuration, so that the arguments count"};

bool use_bf16(Plan& plan) {
  const GpuPreset* preset = binding_preset(plan.cluster);
  if (plan.training.precision != Precision::fp16 || (preset != nullptr && !preset->has_bf16)) return false;
  plan.training.precision = Precision::bf16;
  return true;
}
bool use_fp16(Plan& plan) {
  if (plan.training.precision != Precision::bf16) return false;
  plan.training.precision = Precision::fp16;
  return true;
}

constexpr RemedyRow bf16{plan, "bf16 instead of fp16, which needs no loss scale (GPUs from Ampere on)",
                         nullptr, use_bf16};
constexpr RemedyRow lower_rate{
    launch,
    "A lower learning rate, a longer warm-up and gradient clipping, from the last good "
    "checkpoint on"};
constexpr RemedyRow fp32_parts{
    launch, "fp32 for the parts that overflow (norms, logits, loss); check the first batch that overflowed"};

constexpr auto deaths_of_settings = std::to_array<DeathRow>({
    {.id = "overflow_minimum",
     .kind = DeathKind::overflow,
     .marks = {"Current loss scale already at minimum", "Minimum loss scale reached",
               "loss scale already at minimum"},
     .source = "deepspeed/runtime/fp16/loss_scaler.py, 0.3 to 0.19; fairseq",
     .cause =
         "Gradients overflowed fp16 at every step until the loss scale was at its minimum: the run diverged.",
     .remedies = {{bf16, lower_rate, fp32_parts}}},
    {.id = "overflow_repeated",
     .kind = DeathKind::overflow,
     .phase = RunPhase::step,
     .marks = {"OVERFLOW!", "Overflow detected. Skipping step", "Gradient overflow.  Skipping step"},
     .source = "deepspeed/runtime/fp16/loss_scaler.py and runtime/zero, 0.2 to 0.19; apex",
     .read = read_overflow,
     .counts = has_no_scale_left,
     .cause = "The gradients overflow at every step though the loss scale has come down to {count_number}: "
              "steps are skipped and the model does not learn.",
     .remedies = {{bf16, lower_rate, fp32_parts}}},
    {.id = "overflow_nan",
     .kind = DeathKind::overflow,
     .marks = {"oss is nan", "oss is NaN", "returned nan values", "either `inf`, `nan` or element < 0",
               "NaN loss", "nan loss", "NaN or Inf found in", "found NaN in", "Loss is inf",
               "nan in gradient"},
     .source = "timm and MAE's loops, torch/autograd/anomaly_mode, torch.multinomial, Megatron-LM, Lightning",
     .cause = "The loss or the logits became nan or inf.",
     .remedies = {{bf16, lower_rate, fp32_parts}}},

    {.id = "batch_sum",
     .kind = DeathKind::batch,
     .phase = RunPhase::initialisation,
     .marks = {"train_batch_size is not", "Check batch related parameters"},
     .source = "deepspeed/runtime/config.py, _batch_assertion, 0.1 to 0.19",
     .read = read_batch_sum,
     .cause = "The batch sizes do not agree: {batch_sum}.",
     .ask = ask_batch,
     .remedies =
         {{{launch,
            "State two of train_batch_size, train_micro_batch_size_per_gpu and "
            "gradient_accumulation_steps, and leave the third out"},
           {launch, "A batch that micro batch × GPUs divides, or another number of GPUs"},
           {launch,
            "Start with a launcher (deepspeed, torchrun, accelerate launch) so that all GPUs count"}}}},
    {.id = "batch_positive",
     .kind = DeathKind::batch,
     .phase = RunPhase::initialisation,
     .marks = {"has to be greater than 0", "train_micro_batch_size_per_gpu needs to be provided",
               "train_batch_size or train_micro_batch"},
     .source = "deepspeed/runtime/config.py, 0.1 to 0.19",
     .read = read_sentence,
     .cause = "A batch size is 0 or missing: the global batch is smaller than micro batch × GPUs, or none is "
              "stated.",
     .remedies =
         {{{launch,
            "A global batch of at least micro batch × GPUs, or a micro batch in the configuration"}}}},
    {.id = "batch_trainer",
     .kind = DeathKind::batch,
     .phase = RunPhase::initialisation,
     .marks = {"values that mismatch TrainingArguments", "mismatch TrainingArguments",
               "accelerate config values"},
     .source = "transformers/integrations/deepspeed.py and accelerate/utils/deepspeed.py, 4.6 to 4.57",
     .read =
         [](const Lines& lines, const LogLine& line, Incident& out) {
           return is_about_batch(keys_below(lines)) && read_sentence(lines, line, out);
         },
     .cause = mismatch,
     .remedies = {{write_auto}}},
    {.id = "trainer_values",
     .kind = DeathKind::other,
     .phase = RunPhase::initialisation,
     .marks = {"values that mismatch TrainingArguments", "mismatch TrainingArguments",
               "accelerate config values"},
     .source = "transformers/integrations/deepspeed.py and accelerate/utils/deepspeed.py, 4.6 to 4.57",
     .read = read_sentence,
     .cause = mismatch,
     .remedies = {{write_auto}}},
    {.id = "batch_auto",
     .kind = DeathKind::batch,
     .phase = RunPhase::initialisation,
     .marks = {"set an integer value in `train_micro_batch_size_per_gpu`", "train_micro_batch_size_per_gpu`",
               "train_micro_batch_size_per_gpu'"},
     .source = "accelerate/accelerator.py, 0.20 to 1.10",
     .read = [](const Lines&, const LogLine& line, Incident&) { return mentions_failure(line.text); },
     .cause = "The micro batch is auto, and nothing sets its value.",
     .remedies = {{{launch,
                    "Pass the data loader to accelerator.prepare, or write a number for "
                    "train_micro_batch_size_per_gpu"}}}},
    {.id = "batch_divides",
     .kind = DeathKind::batch,
     .phase = RunPhase::initialisation,
     .marks = {"divisible by", "not divisible", "valid GPU counts",
               "is not valid with the current list of valid GPU", "must be a multiple of", "does not divide",
               "should be a multiple of"},
     .source = "Megatron-LM, TRL, verl, OpenRLHF, DeepSpeed's elasticity",
     .read =
         [](const Lines& lines, const LogLine& line, Incident& out) {
           return (mentions_failure(line.text) || run::contains(line.text, "must be")) &&
                  (is_about_batch(line.text) || run::contains(line.text, "GPU counts") ||
                   run::contains(line.text, "world_size") || run::contains(line.text, "world size") ||
                   run::contains(line.text, "generations")) &&
                  read_sentence(lines, line, out);
         },
     .cause = "The batch is not divisible by the number of GPUs: {subject}.",
     .remedies =
         {{{launch,
            "A batch divisible by the number of ranks (and of generations), or another number of GPUs"}}}},

    {.id = "bf16_unsupported",
     .kind = DeathKind::other,
     .phase = RunPhase::initialisation,
     .marks = {"doesn't support bf16", "does not support bf16", "Bfloat16 is only supported on GPUs",
               "BFloat16 is not supported", "bf16 is not supported", "bfloat16 is not supported",
               "bf16 mixed precision requires", "type bf16 is not supported",
               "not implemented for 'BFloat16'", "Type bf16 is not supported"},
     .source = "transformers/training_args.py 4.10 to 4.57, accelerate/accelerator.py, vLLM, "
               "deepspeed/runtime/engine.py",
     .cause = "These GPUs do not support bf16, or torch sees none that does.",
     .remedies = {{{plan, "fp16 in the training arguments and in the DeepSpeed configuration", nullptr,
                    use_fp16},
                   {machine, "GPUs from Ampere on, with a torch that is built for CUDA 11 or later"}}}},
    {.id = "unknown_parameter",
     .kind = DeathKind::other,
     .marks = {"KeyError: Parameter containing"},
     .source = "torch/optim/optimizer.py; deepspeed/runtime/zero/stage_1_and_2.py and stage3.py, 0.3 to 0.19",
     .cause = "An optimizer met an unknown parameter: one that was created, replaced or unfrozen after the "
              "optimizer was built.",
     .remedies =
         {{{launch,
            "Make, replace and freeze parameters before the optimizer and deepspeed.initialize; leave the "
            "modules as they are after it (text encoders and adapters too)"}}}},
    {.id = "tf32_unsupported",
     .kind = DeathKind::other,
     .phase = RunPhase::initialisation,
     .marks = {"--tf32 requires Ampere", "tf32 requires Ampere"},
     .source = "transformers/training_args.py 4.11 to 4.57",
     .cause = "These GPUs have no TF32, which came with Ampere.",
     .remedies = {{{launch, "tf32 false in the training arguments; these GPUs are fast in fp16"}}}},
    {.id = "fp16_unscale",
     .kind = DeathKind::other,
     .phase = RunPhase::step,
     .marks = {"Attempting to unscale FP16 gradients"},
     .source = "torch/cuda/amp/grad_scaler.py",
     .cause = "The trained weights are fp16 themselves, which a gradient scaler refuses.",
     .remedies = {{{launch, "Load the model in fp32 (adapters in fp32 suffice) and leave fp16 to autocast"},
                   {plan, "bf16 instead of fp16", nullptr, use_bf16}}}},
    {.id = "open_files",
     .kind = DeathKind::other,
     .marks = {"Too many open files", "received 0 items of ancdata", "unable to open shared memory object"},
     .source = "Linux errno 24, multiprocessing/reduction.py, torch/multiprocessing",
     .cause = "The process has more files open than its limit allows: every tensor that a data loader's "
              "worker sends is "
              "one.",
     .remedies = {{{machine, "ulimit -n 65535 (LimitNOFILE in a service, --ulimit nofile in a container)"},
                   {launch, "torch.multiprocessing.set_sharing_strategy('file_system'), or fewer workers"}}}},
    {.id = "gpu_faulty",
     .kind = DeathKind::other,
     .marks = {"ECC error", "fallen off the bus", "GPU is lost", "NVRM: Xid", "unspecified launch failure",
               "CUDA_ERROR_ECC", "hardware error"},
     .source = "CUDA's runtime, NVIDIA's kernel module",
     .read = [](const Lines&, const LogLine& line,
                Incident&) { return !run::contains(line.text, "Aggregate"); },
     .cause = "The GPU or its driver failed; no setting of the plan causes this.",
     .remedies = {{{machine, "Look at dmesg and nvidia-smi -q, reset the GPU or take the node out"}}}},
    {.id = "cuda_assert",
     .kind = DeathKind::other,
     .marks = {"device-side assert triggered", "illegal memory access", "CUBLAS_STATUS_NOT_INITIALIZED",
               "CUBLAS_STATUS_EXECUTION_FAILED"},
     .source = "CUDA's runtime, cuBLAS",
     .cause =
         "A kernel failed on the GPU: often an index outside of an embedding (a label or a token beyond the "
         "vocabulary).",
     .remedies = {{{launch,
                    "Run once with CUDA_LAUNCH_BLOCKING=1, which names the call, and look at token ids and "
                    "labels"}}}},
    {.id = "no_gpu",
     .kind = DeathKind::other,
     .phase = RunPhase::initialisation,
     .marks = {"invalid device ordinal", "No CUDA GPUs are available", "CUDA driver version is insufficient",
               "no CUDA-capable device", "Found no NVIDIA driver", "forward compatibility was attempted"},
     .source = "CUDA's runtime, torch/cuda/__init__.py",
     .cause = "A process found no GPU with its index: more processes than visible GPUs, or an incompatible "
              "driver.",
     .remedies = {{{launch, "As many processes as CUDA_VISIBLE_DEVICES has GPUs"},
                   {machine, "A driver as new as torch's CUDA needs"}}}},
    {.id = "port_taken",
     .kind = DeathKind::other,
     .phase = RunPhase::initialisation,
     .marks = {"Address already in use", "EADDRINUSE"},
     .source = "torch/csrc/distributed/c10d/socket.cpp",
     .read = [](const Lines&, const LogLine& line, Incident&) { return mentions_failure(line.text); },
     .cause = "The port of the rendezvous is in use by another run, or by one that has not ended.",
     .remedies = {{{launch, "Another --master_port, or end the process that uses it"}}}},
    {.id = "device_map",
     .kind = DeathKind::other,
     .phase = RunPhase::loading,
     .marks = {"device_map='auto'", "loaded in 8-bit", "loaded in 4-bit", "8-bit or 4-bit precision",
               "quantized model", "purely quantized"},
     .source = "accelerate/accelerator.py and transformers/trainer.py, 4.28 to 4.57",
     .read = [](const Lines& lines, const LogLine& line,
                Incident& out) { return mentions_failure(line.text) && read_sentence(lines, line, out); },
     .cause = "Trainer or accelerate refuses a model that is spread over devices or quantised: {subject}.",
     .remedies =
         {{{launch,
            "No device_map in a distributed run, or device_map={'': LOCAL_RANK}; adapters on a quantised "
            "model"}}}},
    {.id = "optimizer_refused",
     .kind = DeathKind::other,
     .phase = RunPhase::initialisation,
     .marks = {"ZeRORuntimeException", "DeepSpeedConfigError", "zero_force_ds_cpu_optimizer",
               "untested optimizer", "zero_allow_untested_optimizer"},
     .source = "deepspeed/runtime/engine.py and config.py, 0.3 to 0.19",
     .read = [](const Lines& lines, const LogLine& line,
                Incident& out) { return mentions_failure(line.text) && read_sentence(lines, line, out); },
     .cause = "DeepSpeed refuses the configuration: {subject}.",
     .remedies = {{{launch, "zero-planner check names the key and the fix"}}}},
    {.id = "config_keys",
     .kind = DeathKind::other,
     .phase = RunPhase::initialisation,
     .marks = {"validation error for DeepSpeed", "validation errors for DeepSpeed",
               "extra fields not permitted", "Extra inputs are not permitted"},
     .source = "pydantic 1 and 2 under deepspeed/runtime/config_utils.py, 0.6 to 0.19",
     .read = read_sentence,
     .cause = "DeepSpeed refuses a key of the configuration, or its value: {subject}.",
     .remedies = {{{launch,
                    "zero-planner check names the line, the key and the fix; a section such as aio stands "
                    "next to zero_optimization, not inside it"}}}},
    {.id = "auto_values",
     .kind = DeathKind::other,
     .phase = RunPhase::initialisation,
     .marks = {"'str' and 'int'", "could not convert string to float: 'auto'", "'str' and 'float'",
               "literal for int() with base 10: 'auto'"},
     .source = "deepspeed/runtime/config.py and lr_schedules.py with values that only Trainer fills in",
     .cause = "The configuration has auto (or a number in quotes) where DeepSpeed needs a number.",
     .remedies = {{{launch, "Write numbers for auto: only Trainer and accelerate fill them in"}}}},
});

}  // namespace

std::span<const DeathRow> setting_rows() { return deaths_of_settings; }

}  // namespace zp::diagnosis
