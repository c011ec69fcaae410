// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/death_rows.h"
#include "core/diagnosis/row_readers.h"

namespace zp::diagnosis {
namespace {

using enum RemedyPlace;
using run::Lines;
using run::LogLine;

/// Reads both versions of "Installed CUDA version 12.2 does not match the version torch was compiled
/// with 11.7" and of "The detected CUDA version (12.1) mismatches the version that was used to compile
/// PyTorch (11.7)".
bool read_versions(const Lines& lines, const LogLine& line, Incident& out) {
  const std::string text = lines.joined(line, 2, " ");
  run::Scan scan(text);
  if (!scan.find("CUDA version")) return true;
  scan.skip_any(" (");
  if (const std::optional<run::Number> number = scan.number()) out.subject = number->text;
  if (scan.find("compiled with") || scan.find("compile PyTorch")) {
    scan.skip_any(" (");
    if (const std::optional<run::Number> number = scan.number()) out.detail = number->text;
  }
  return true;
}

/// Reads the library or module: "libcudart.so.11.0: cannot open shared object file", "No module named 'x'",
/// "Error building extension 'cpu_adam'".
bool read_name(const Lines&, const LogLine& line, Incident& out) {
  if (const std::size_t end = line.text.find(": cannot open shared"); end != std::string_view::npos) {
    const std::string_view before = line.text.substr(0, end);
    out.subject = std::string(before.substr(before.rfind(' ') + 1));
    return true;
  }
  out.subject = between(line.text, "'", "'");
  if (out.subject.empty()) out.subject = between(line.text, "undefined symbol: ", " ");
  return true;
}
/// Programs also report optional libraries that are missing, so only an exception counts.
bool read_failure(const Lines& lines, const LogLine& line, Incident& out) {
  return run::contains(line.text, "Error: ") && read_name(lines, line, out);
}

bool use_torch_adam(Plan& plan) {
  if (plan.zero.offload_optimizer.device == Device::none) return false;
  plan.zero.offload_optimizer.device = Device::none;
  return true;
}

constexpr RemedyRow same_cuda{machine,
                              "The CUDA toolkit of torch's own version in CUDA_HOME (nvcc --version beside "
                              "torch.version.cuda), or a torch built for the installed one"};
constexpr RemedyRow rebuild{
    machine, "Clear ~/.cache/torch_extensions and build again; ds_report says what is missing"};
constexpr RemedyRow other_release{machine,
                                  "Compatible releases of deepspeed, torch, transformers and accelerate"};
constexpr RemedyRow without_cpu_adam{
    plan, "Keep the optimizer on the GPU: only its offload needs this extension", nullptr, use_torch_adam};

constexpr auto deaths_of_build = std::to_array<DeathRow>({
    {.id = "cuda_mismatch",
     .kind = DeathKind::build,
     .phase = RunPhase::initialisation,
     .marks = {"does not match the version torch was compiled with", "CUDAMismatchException",
               "mismatches the version that was used to compile"},
     .source = "deepspeed/ops/op_builder/builder.py, 0.3 to 0.19; torch/utils/cpp_extension.py",
     .read =
         [](const Lines& lines, const LogLine& line, Incident& out) {
           return !run::contains(line.text, "this combination") && read_versions(lines, line, out);
         },
     .cause = "An extension has to be built, but nvcc's CUDA{version_of_subject} is not the one that torch "
              "was built for{version_of_detail}.",
     .remedies = {{same_cuda,
                   {launch, "DS_SKIP_CUDA_CHECK=1 where only the minor versions differ"},
                   without_cpu_adam}}},
    {.id = "cuda_missing",
     .kind = DeathKind::build,
     .phase = RunPhase::initialisation,
     .marks = {"CUDA_HOME does not exist", "MissingCUDAException",
               "CUDA_HOME environment variable is not set", "nvcc not found", "nvcc: not found",
               "nvcc: No such file"},
     .source = "deepspeed/ops/op_builder/builder.py, torch/utils/cpp_extension.py",
     .read =
         [](const Lines&, const LogLine& line, Incident&) {
           return !run::contains(line.text, "WARNING") && !run::contains(line.text, "warning");
         },
     .cause =
         "An extension has to be built, but the CUDA toolkit (nvcc) is not installed or not in CUDA_HOME.",
     .remedies = {{same_cuda, without_cpu_adam}}},
    {.id = "cpu_adam",
     .kind = DeathKind::build,
     .phase = RunPhase::initialisation,
     .marks = {"has no attribute 'ds_opt_adam'", "cpu_adam.so", "DeepSpeedCPUAdam.__del__",
               "'ds_opt_adagrad'", "no attribute 'ds_opt_"},
     .source = "deepspeed/ops/adam/cpu_adam.py, 0.3 to 0.19",
     .read = [](const Lines&, const LogLine& line, Incident&) { return mentions_failure(line.text); },
     .cause = "The extension cpu_adam, which steps the optimizer on the host, was not built.",
     .remedies = {{{machine,
                    "A compiler that torch accepts (g++, ninja) and its CUDA toolkit; then clear "
                    "~/.cache/torch_extensions"},
                   same_cuda,
                   without_cpu_adam}}},
    {.id = "extension",
     .kind = DeathKind::build,
     .phase = RunPhase::initialisation,
     .marks = {"Error building extension", "ninja: build stopped", "Ninja is required to load",
               "Unsupported gpu architecture", "unsupported GNU version", "cannot find -l",
               "Unable to JIT load", "error: command", "Could not build wheels", "Failed to build"},
     .source = "torch/utils/cpp_extension.py, nvcc, ld, pip, deepspeed/ops/op_builder/builder.py",
     .read = read_name,
     .cause = "An extension could not be built{of_subject}.",
     .remedies = {{{machine,
                    "Install what the lines above the error report as missing: a compiler of the right "
                    "release, ninja, libaio-dev, torch's CUDA toolkit"},
                   same_cuda,
                   rebuild}}},
    {.id = "aio_library",
     .kind = DeathKind::build,
     .phase = RunPhase::initialisation,
     .marks = {"async_io requires the dev libaio", "'AsyncIOBuilder'", "aio_handle'", "libaio"},
     .source = "deepspeed/ops/op_builder/async_io.py, 0.4 to 0.19",
     .read =
         [](const Lines& lines, const LogLine& line, Incident& out) {
           return mentions_failure(line.text) && !run::contains(line.text, "[WARNING]") &&
                  read_name(lines, line, out);
         },
     .cause = "NVMe offload needs the extension async_io, which needs libaio to be built.",
     .remedies = {{{machine, "Install libaio-dev (libaio-devel), or point CFLAGS and LDFLAGS at it"},
                   rebuild}}},
    {.id = "illegal_instruction",
     .kind = DeathKind::build,
     .marks = {"Illegal instruction", "Signal 4 (SIGILL)", "return code = -4", "exitcode: -4"},
     .source = "shells, torch/distributed/elastic, DeepSpeed's launcher",
     .cause =
         "A library was built for another processor (AVX-512 or AVX2): CPU Adam builds with -march=native.",
     .remedies =
         {{{machine,
            "Clear ~/.cache/torch_extensions, which nodes of another processor share, and build on the "
            "node that runs"},
           without_cpu_adam}}},
    {.id = "kernel_image",
     .kind = DeathKind::build,
     .marks = {"no kernel image is available", "is not compatible with the current PyTorch installation"},
     .source = "CUDA's runtime, torch/cuda/__init__.py",
     .read =
         [](const Lines&, const LogLine& line, Incident&) {
           return run::contains(line.text, "rror") || run::contains(line.text, "no kernel image");
         },
     .cause = "torch or an extension is not built for this generation of GPU.",
     .remedies =
         {{{machine,
            "A torch whose wheel has this GPU's architecture; build extensions with TORCH_CUDA_ARCH_LIST"},
           rebuild}}},
    {.id = "library_missing",
     .kind = DeathKind::build,
     .weight = Weight::exception,
     .phase = RunPhase::initialisation,
     .marks = {"cannot open shared object file", "undefined symbol", "GLIBCXX_", "version `GLIBC",
               "DLL load failed"},
     .source = "the dynamic loader",
     .read = read_failure,
     .cause = "A library is missing or of another version{of_subject}.",
     .remedies = {{{machine, "Install the named library, or rebuild the extension with the installed torch"},
                   rebuild,
                   other_release}}},
    {.id = "module_missing",
     .kind = DeathKind::build,
     .weight = Weight::exception,
     .phase = RunPhase::initialisation,
     .marks = {"ModuleNotFoundError", "No module named ", "ImportError: cannot import name",
               "PydanticUserError", "pydantic.errors", "pydantic_core._pydantic_core.ValidationError"},
     .source = "Python, pydantic 1 and 2",
     .read = read_failure,
     .cause = "A Python package is missing or incompatible with the others{of_subject}.",
     .remedies = {{{machine, "Install the package, or the release that the others require"}, other_release}}},
    {.id = "version_conflict",
     .kind = DeathKind::build,
     .phase = RunPhase::initialisation,
     .marks = {"VersionConflict", "is required for a normal functioning", "ContextualVersionConflict",
               "requires transformers", "requires accelerate", "requires deepspeed", "requires `accelerate",
               "requires the PyTorch", "requires torch"},
     .source = "transformers/utils/versions.py and import_utils.py, pkg_resources",
     .read = [](const Lines& lines, const LogLine& line,
                Incident& out) { return mentions_failure(line.text) && read_name(lines, line, out); },
     .cause = "Installed releases are incompatible.",
     .remedies = {{other_release}}},
});

}  // namespace

std::span<const DeathRow> build_rows() { return deaths_of_build; }

}  // namespace zp::diagnosis
