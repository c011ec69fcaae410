// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/death_rows.h"
#include "core/diagnosis/row_readers.h"
#include "core/units/format.h"

namespace zp::diagnosis {
namespace {

using enum RemedyPlace;
using run::Lines;
using run::LogLine;

/// Reads DeepSpeed's "/nvme/…/x.tensor.swp: buffer nbytes != file bytes 301989888 != 0".
bool read_swap_sizes(const Lines&, const LogLine& line, Incident& out) {
  run::Scan scan(line.text);
  if (const std::size_t end = line.text.find(": buffer nbytes"); end != std::string_view::npos)
    out.subject = path_in(line.text.substr(0, end));
  if (!scan.find("file bytes ")) return true;
  const std::optional<run::Number> buffer = scan.number();
  scan.skip(" != ");
  const std::optional<run::Number> file = scan.number();
  if (buffer) out.requested = buffer->value;
  if (file) out.count = file->value;
  return true;
}
/// Returns true if the file holds less than was written: the drive filled up, or writes failed.
bool read_short_file(const Lines& lines, const LogLine& line, Incident& out) {
  read_swap_sizes(lines, line, out);
  return out.requested.has_value() && out.count == 0;
}

/// Reads "More elements 524709888 than buffer size 100,000,000".
bool read_small_buffer(const Lines&, const LogLine& line, Incident& out) {
  run::Scan scan(line.text);
  if (scan.find("More elements "))
    if (const std::optional<run::Number> elements = scan.number()) out.count = elements->value;
  return true;
}

/// Reads the segment's name and size: "shared memory segment /dev/shm/nccl-c8G2vd (size 5767520)", "failed to
/// extend /dev/shm/nccl-x to 9637892 bytes", "unable to write to file </torch_1_2>".
bool read_segment(const Lines&, const LogLine& line, Incident& out) {
  const std::size_t at = line.text.find("/dev/shm/");
  if (at != std::string_view::npos) out.subject = path_in(line.text.substr(at));
  run::Scan scan(line.text);
  std::optional<run::Number> bytes;
  if (scan.find("(size ") || scan.find(" to ")) bytes = scan.number();
  if (bytes) out.requested = bytes->value;
  return true;
}

bool read_path(const Lines&, const LogLine& line, Incident& out) {
  if (run::contains(line.text, "/dev/shm") || run::contains(line.text, "/torch_")) return false;
  const std::size_t quote = line.text.find(": '");
  if (quote != std::string_view::npos) {
    const std::string_view rest = line.text.substr(quote + 3);
    out.subject = std::string(rest.substr(0, std::min<std::size_t>(rest.find('\''), 200)));
  }
  return true;
}

std::string ask_checkpoint(const Case& sign) {
  if (sign.estimate == nullptr) return "";
  return "One checkpoint of this plan writes " + format_bytes(sign.estimate->checkpoint.training_state) +
         ", of which " + format_bytes(sign.estimate->checkpoint.weights) + " are the weights.";
}
std::string ask_drives(const Case& sign) {
  if (sign.estimate == nullptr || sign.estimate->nvme.per_node == Bytes()) return "";
  return "The plan keeps " + format_bytes(sign.estimate->nvme.per_node) + " on the drives of each node.";
}

bool widen_buffers(Plan& plan) {
  return widen_swap_buffers(plan, estimate_memory(plan).nvme.smallest_buffers);
}

constexpr RemedyRow more_shm{launch,
                             "docker run --shm-size=16g or --ipc=host; in Kubernetes a memory-backed "
                             "emptyDir at /dev/shm"};
constexpr RemedyRow free_nvme{machine,
                              "Look at the free space and at the writes of nvme_path (df, dmesg), and "
                              "remove swap files of earlier runs"};

constexpr auto deaths_of_storage = std::to_array<DeathRow>({
    {.id = "shm_segment",
     .kind = DeathKind::shm,
     .marks = {"shared memory segment", "failed to extend /dev/shm", "posix_fallocate failed", "shm_open",
               "unable to write to file </torch_", "unable to mmap", "shared memory object </torch_"},
     .source = "nccl/src/misc/shmutils.cc, 2.4 to 2.28; aten/src/ATen/MapAllocator.cpp, PyTorch 1.0 to 2.10",
     .read =
         [](const Lines& lines, const LogLine& line, Incident& out) {
           return !run::contains(line.text, "Too many open files") && read_segment(lines, line, out);
         },
     .cause = "/dev/shm, which a container limits to 64 MiB, is too small for a "
              "segment{of_requested}{of_subject}.",
     .remedies = {{more_shm,
                   {launch, "num_workers=0, or torch.multiprocessing.set_sharing_strategy('file_system')"},
                   {machine, "Remove segments that dead runs left in /dev/shm"}}}},
    {.id = "shm_bus_error",
     .kind = DeathKind::shm,
     .marks = {"insufficient shared memory", "signal: Bus error", "out of shared memory", "Bus error",
               "Signal 7 (SIGBUS)", "return code = -7", "exitcode: -7", "exitcode  : -7", "SIGBUS"},
     .source = "torch/utils/data/_utils/signal_handling.py and worker.py; shells; torch/distributed/elastic",
     .read = [](const Lines&, const LogLine& line,
                Incident&) { return !run::contains(line.text, "object store"); },
     .cause = "/dev/shm of the container is too small for the batches that the data loader's workers pass to "
              "the program: writing beyond its end is a bus error.",
     .remedies = {{more_shm, {launch, "num_workers=0, or fewer workers and a smaller prefetch_factor"}}}},
    {.id = "shm_full",
     .kind = DeathKind::shm,
     .marks = {"No space left on device"},
     .also = {"/dev/shm"},
     .source = "Linux errno 28",
     .read = read_segment,
     .cause = "/dev/shm, which a container limits to 64 MiB, is full.",
     .remedies = {{more_shm, {machine, "Remove segments that dead runs left in /dev/shm"}}}},

    {.id = "shm_locks",
     .kind = DeathKind::shm,
     .marks = {"No space left on device", "[Errno 28]"},
     .within = {"ctx.Lock(", "multiprocessing/synchronize.py", "SemLock(", "multiprocessing/heap.py"},
     .source = "Linux errno 28 of sem_open, Python's multiprocessing",
     .cause = "/dev/shm, which a container limits to 64 MiB, is full: locks between processes are files "
              "there; the error does not refer to a disk.",
     .remedies = {{more_shm, {machine, "Remove segments that dead runs left in /dev/shm"}}}},
    {.id = "shm_joblib",
     .kind = DeathKind::shm,
     .weight = Weight::hint,
     .marks = {"joblib will operate in serial mode"},
     .also = {"[Errno 28]"},
     .source = "joblib/_multiprocessing_helpers.py, 0.9 to 1.5",
     .cause = "/dev/shm, which a container limits to 64 MiB, is full: joblib could not create a lock there.",
     .remedies = {{more_shm, {machine, "Remove segments that dead runs left in /dev/shm"}}}},

    {.id = "nvme_empty_file",
     .kind = DeathKind::disk,
     .phase = RunPhase::unknown,
     .marks = {"buffer nbytes != file bytes"},
     .source = "deepspeed/ops/csrc/aio/py_lib/deepspeed_py_aio_handle.cpp, 0.4 to 0.19",
     .read = read_short_file,
     .cause = "The swap file is empty where {requested} were written: the drive filled up, or its writes "
              "failed.",
     .ask = ask_drives,
     .remedies = {{free_nvme,
                   {plan, "A smaller sub_group_size, which swaps in smaller pieces"},
                   {machine,
                    "A larger or a local drive for nvme_path; not a network file system or overlay"}}}},
    {.id = "nvme_short_file",
     .kind = DeathKind::nvme,
     .marks = {"buffer nbytes != file bytes"},
     .source = "deepspeed/ops/csrc/aio/py_lib/deepspeed_py_aio_handle.cpp, 0.4 to 0.19",
     .read = read_swap_sizes,
     .cause = "A swap file holds {less_than_read}: the write was cut short, by a full drive or by a size "
              "that is no "
              "multiple of the aio block size.",
     .ask = ask_drives,
     .remedies = {{free_nvme,
                   {plan,
                    "buffer_size and aio.block_size such that each swapped tensor is a multiple of the "
                    "block"},
                   {machine, "A local NVMe file system (ext4, xfs) for nvme_path"}}}},
    {.id = "nvme_small_buffer",
     .kind = DeathKind::nvme,
     .marks = {"More elements", "Not enough buffers", "Not enough swap in buffers",
               "elements than buffer size"},
     .source = "deepspeed/runtime/swap_tensor/partitioned_param_swapper.py, 0.4 to 0.19",
     .read = read_small_buffer,
     .cause = "The swap buffers are too small or too few for one parameter{of_elements}.",
     .remedies = {{{plan, "Raise buffer_size of the offload to at least the largest parameter", nullptr,
                    widen_buffers},
                   {plan, "Raise buffer_count of offload_param"}}}},
    {.id = "nvme_queue",
     .kind = DeathKind::nvme,
     .marks = {"io_setup", "io_submit", "aio-max-nr", "io_getevents"},
     .source = "deepspeed csrc/aio/common, Linux",
     .read = [](const Lines&, const LogLine& line, Incident&) { return mentions_failure(line.text); },
     .cause =
         "The kernel refused an asynchronous request: its limit of requests in flight is reached, or the "
         "file system has no direct I/O.",
     .remedies = {{{machine, "Raise fs.aio-max-nr (sysctl), and use a local ext4 or xfs for nvme_path"},
                   {plan, "Smaller aio.queue_depth and aio.thread_count"}}}},
    {.id = "nvme_io",
     .kind = DeathKind::nvme,
     .marks = {"deepspeed_aio_handle", "deepspeed_py_aio", "swap_tensor", "num_file_bytes", "aio_handle"},
     .also = {"Assert"},
     .source = "deepspeed/ops/csrc/aio and runtime/swap_tensor, 0.4 to 0.19",
     .cause = "DeepSpeed's reading or writing of a swap file failed a check of sizes.",
     .ask = ask_drives,
     .remedies = {{free_nvme, {plan, "Other buffer_size, aio.block_size and aio.thread_count"}}}},
    {.id = "nvme_open",
     .kind = DeathKind::nvme,
     .marks = {".tensor.swp", ".swp:"},
     .source = "deepspeed/ops/csrc/aio",
     .read =
         [](const Lines&, const LogLine& line, Incident& out) {
           out.subject = path_in(line.text);
           return mentions_failure(line.text) && !run::contains(line.text, "No space left");
         },
     .cause = "A swap file of the NVMe offload could not be opened, read or written{of_subject}.",
     .ask = ask_drives,
     .remedies = {{free_nvme, {machine, "Give every rank write permission for nvme_path"}}}},

    {.id = "disk_full",
     .kind = DeathKind::disk,
     .marks = {"No space left on device", "Disk quota exceeded", "StorageFull",
               "not enough space on the disk", "[Errno 28]", "[Errno 122]", "disk is full",
               "not enough free disk space"},
     .source = "Linux errno 28 and 122, safetensors, Windows, huggingface_hub",
     .read = read_path,
     .cause = "The disk is full{of_subject}.",
     .ask = ask_checkpoint,
     .remedies = {{{machine,
                    "Free or enlarge the disk (df -h, df -i, quota); caches and older checkpoints first"},
                   {launch, "save_total_limit, which keeps the last checkpoints only"},
                   {launch,
                    "Save the model alone (save_only_model): the optimizer's states are six times as "
                    "large in mixed precision"}}}},
    {.id = "disk_write",
     .kind = DeathKind::disk,
     .phase = RunPhase::save,
     .marks = {"PytorchStreamWriter failed", "enforce fail at inline_container", "file write failed",
               "iostream error", "I/O error: No space", "write(): fd "},
     .source =
         "caffe2/serialize/inline_container.cc, PyTorch 1.6 to 2.10; torch/csrc/generic/serialization.cpp, "
         "PyTorch 0.2 to 1.5",
     .read = [](const Lines&, const LogLine& line,
                Incident&) { return !run::contains(line.text, "PytorchStreamReader"); },
     .cause =
         "A file could not be written completely while saving: the disk is full, over its quota or failing.",
     .ask = ask_checkpoint,
     .remedies = {{{machine, "Free or enlarge the disk (df -h, df -i, quota)"},
                   {launch, "save_total_limit, which keeps the last checkpoints only"},
                   {launch,
                    "Save the model alone (save_only_model): the optimizer's states are six times as "
                    "large in mixed precision"}}}},
});

}  // namespace

std::span<const DeathRow> storage_rows() { return deaths_of_storage; }

}  // namespace zp::diagnosis
