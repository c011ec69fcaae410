// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/run/reading.h"

/// Reader of a run's settings: DeepSpeed's start-up messages (deepspeed/runtime/engine.py, config.py,
/// zero/*.py, launcher/launch.py), a printed or pasted configuration, and the command that started the run.
namespace zp::run {
namespace {

struct Key {
  std::string_view name;
  ObservedQuantity quantity;
};
/// Keys with a number, in several notations: "key": 4, key ....... 4, --key=4, key: 4.
constexpr auto keys = std::to_array<Key>({{"train_micro_batch_size_per_gpu", ObservedQuantity::micro_batch},
                                          {"per_device_train_batch_size", ObservedQuantity::micro_batch},
                                          {"train_batch_size", ObservedQuantity::global_batch},
                                          {"gradient_accumulation_steps", ObservedQuantity::accumulation},
                                          {"dist_world_size", ObservedQuantity::world_size},
                                          {"world_size", ObservedQuantity::world_size},
                                          {"zero_optimization_stage", ObservedQuantity::stage},
                                          {"zero_stage", ObservedQuantity::stage},
                                          {"zero-stage", ObservedQuantity::stage}});

/// Moves past the characters between a key and its value; returns false if there are none.
bool skip_to_value(Scan& scan) {
  bool is_any = scan.skip_any("'\" \t");
  if (scan.next() == '(') {  // "train_batch_size (from config): 8"
    const std::size_t end = scan.rest().find(')');
    if (end == std::string_view::npos || std::ranges::any_of(scan.rest().substr(0, end), is_digit))
      return false;
    scan.drop(end + 1);
  }
  is_any |= scan.skip_any("'\" \t:=");
  // the dots of DeepSpeedEngine configuration, not a decimal point
  if (scan.rest().starts_with("..")) is_any |= scan.skip_any(". ");
  return is_any;
}

/// Returns true if a product or an inequality follows: it belongs to the message of a refusal, which has its
/// own reader.
bool is_formula(Scan scan) {
  scan.spaces();
  return scan.skip("!=") || scan.skip("*") || scan.skip("×");
}

bool read_key(Reading& reading, const Key& key) {
  const std::string_view text = reading.text();
  bool is_known = false;
  for (std::size_t at = text.find(key.name); at != std::string_view::npos; at = text.find(key.name, at + 1)) {
    if (at > 0 && is_word_character(text[at - 1])) continue;
    Scan scan(text.substr(at + key.name.size()));
    if (!skip_to_value(scan)) continue;
    const std::optional<Number> number = scan.number();
    if (!number || is_word_character(scan.next()) || is_formula(scan)) continue;
    // trainer_state.json uses this key for the batch of one device
    if (key.quantity == ObservedQuantity::global_batch && reading.trainer.is_state_file) continue;
    if (key.quantity == ObservedQuantity::stage ? number->value > 3 : number->value < 1) continue;
    reading.note(key.quantity, "", number);
    is_known = true;
  }
  return is_known;
}

/// Maximum number of lines from the head of a section to its keys; a key after more lines belongs to another
/// section.
constexpr int longest_section = 60;

bool is_true(Scan& scan) { return scan.skip("true") || scan.skip("True"); }

/// Notes the key that decides a section if `text` contains it: "stage" of zero_optimization, "enabled" of
/// fp16 and bf16. Returns true if the key is in `text`, with or without a value.
bool read_deciding_key(Reading& reading, std::string_view section, std::string_view text, bool& is_known) {
  const bool is_zero = section.starts_with("zero");
  for (const char quote : {'"', '\''}) {
    Scan scan(text);
    if (!scan.find(quote + std::string(is_zero ? "stage" : "enabled") + quote) || !skip_to_value(scan))
      continue;
    if (is_zero ? is_digit(scan.next()) : is_true(scan)) {
      is_known = true;
      if (is_zero) reading.note(ObservedQuantity::stage, "", scan.number());
      if (!is_zero) reading.note_word(ObservedQuantity::dtype, section == "fp16" ? "fp16" : "bf16");
    }
    return true;
  }
  return false;
}

/// Reads keys whose meaning depends on their section. The section is on the same line ("{'zero_optimization':
/// {'stage': 3}}") or began on an earlier line: `"zero_optimization": {`, `zero_config ....... {`, `"fp16":
/// {`.
bool read_sections(Reading& reading) {
  const std::string_view text = reading.text();
  bool is_known = false, begins = false;
  for (const std::string_view name : {"zero_optimization", "zero_config", "bfloat16", "bf16", "fp16"}) {
    const std::size_t at = text.find(name);
    if (at == std::string_view::npos || (at > 0 && is_word_character(text[at - 1]))) continue;
    Scan scan(text.substr(at + name.size()));
    if (!skip_to_value(scan) || scan.next() != '{') continue;
    begins = true;
    const bool is_whole = contains(scan.rest(), "}");
    const std::string_view inside = scan.rest().substr(0, scan.rest().find('}'));
    if (!read_deciding_key(reading, name, inside, is_known) && !is_whole)
      reading.section = {std::string(name), reading.line.number};
  }
  const SectionState& section = reading.section;
  if (begins || section.name.empty() || reading.line.number - section.line > longest_section) return is_known;
  if (read_deciding_key(reading, section.name, text, is_known)) reading.section = {};
  return is_known;
}

struct Switch {
  std::string_view text, word;
};
/// Switches of a data type: "fp16_enabled ................. True", "--bf16 True", "--fp16 \".
constexpr auto switches = std::to_array<Switch>({{"fp16_enabled", "fp16"},
                                                 {"bfloat16_enabled", "bf16"},
                                                 {"bf16_enabled", "bf16"},
                                                 {"--bf16", "bf16"},
                                                 {"--fp16", "fp16"}});
/// Sentences that name the data type: "Creating torch.float16 ZeRO stage 1 optimizer". "Creating fp16 ZeRO
/// stage 3 optimizer" does not, because it is printed for any type.
constexpr auto types = std::to_array<Switch>({{"Creating torch.float16 ", "fp16"},
                                              {"Creating torch.bfloat16 ", "bf16"},
                                              {"Creating torch.float32 ", "fp32"},
                                              {"Creating BF16 optimizer", "bf16"},
                                              {"Mixed precision type: bf16", "bf16"},
                                              {"Mixed precision type: fp16", "fp16"}});

bool read_dtype(Reading& reading) {
  const std::string_view text = reading.text();
  for (const Switch& type : types)
    if (contains(text, type.text)) {
      reading.note_word(ObservedQuantity::dtype, type.word);
      return true;
    }
  for (const Switch& one : switches) {
    const std::size_t at = text.find(one.text);
    if (at == std::string_view::npos || (at > 0 && is_word_character(text[at - 1]))) continue;
    Scan scan(text.substr(at + one.text.size()));
    if (is_word_character(scan.next())) continue;
    const bool is_flag = one.text.starts_with("-");
    scan.skip_any(" \t=.");
    const bool is_alone = is_flag && (scan.at_end() || scan.next() == '-' || scan.next() == '\\');
    if (!is_alone && !is_true(scan)) continue;
    reading.note_word(ObservedQuantity::dtype, one.word);
    return true;
  }
  return false;
}

/// Reads "Creating torch.float16 ZeRO stage 1 optimizer", "ZeRO Stage: 3", "zero_config .... stage=1 …".
bool read_stage(Reading& reading) {
  const std::string_view text = reading.text();
  Scan scan(text);
  const bool is_stage = (contains(text, "Creating ") && scan.find("ZeRO stage ")) ||
                        (scan = Scan(text), scan.find("ZeRO Stage: ")) ||
                        (scan = Scan(text), contains(text, "zero_config") && scan.find(" stage="));
  if (!is_stage || scan.next() < '0' || scan.next() > '3') return false;
  reading.note(ObservedQuantity::stage, "", scan.number());
  return true;
}

struct Bucket {
  std::string_view text, path;
};
constexpr auto buckets = std::to_array<Bucket>({{"Reduce bucket size ", "zero.reduce_bucket_size"},
                                                {"Allgather bucket size ", "zero.allgather_bucket_size"},
                                                {"Prefetch bucket size ", "zero.stage3_prefetch_bucket_size"},
                                                {"nnodes=", "cluster.nodes"},
                                                {"num_local_procs=", "cluster.gpus_per_node"}});

bool read_buckets(Reading& reading) {
  bool is_known = false;
  const std::string_view text = reading.text();
  for (const Bucket& bucket : buckets) {
    const std::size_t at = text.find(bucket.text);
    if (at == std::string_view::npos || (at > 0 && text[at - 1] != ' ')) continue;
    Scan scan(text.substr(at + bucket.text.size()));
    const std::optional<Number> number = scan.number();
    is_known |= number.has_value();
    reading.note_setting(bucket.path, number);
  }
  return is_known;
}

/// Returns the release at the beginning of `text`, "0.15.1" (three numbers or two); else "".
std::string_view version_at(std::string_view text) {
  std::size_t length = 0;
  int dots = 0;
  while (length < text.size() &&
         (is_digit(text[length]) || (text[length] == '.' && length + 1 < text.size() &&
                                     is_digit(text[length + 1]) && length > 0 && ++dots <= 2)))
    ++length;
  return dots >= 1 && length <= 12 ? text.substr(0, length) : std::string_view();
}

/// Reads "DeepSpeed info: version=0.15.1,", "deepspeed info ................... 0.9.2,", "DeepSpeed Version:
/// 0.18.6", "- DeepSpeed version: 0.14.0", "deepspeed==0.12.6", "deepspeed: 0.9.2".
bool read_version(Reading& reading) {
  const std::string_view text = reading.text();
  for (std::size_t at = text.find("eepspeed"), other = text.find("eepSpeed");
       at != std::string_view::npos || other != std::string_view::npos;) {
    const std::size_t here = std::min(at, other);
    Scan scan(text.substr(here + 8));
    const bool is_word = here > 0 && (text[here - 1] == 'd' || text[here - 1] == 'D') &&
                         (here == 1 || (!is_word_character(text[here - 2]) && text[here - 2] != '/'));
    const std::size_t behind_name = scan.rest().size();
    scan.skip(" info");
    scan.skip_any(": ");
    scan.skip("version") || scan.skip("Version");
    scan.skip_any(" :=.v-");
    const bool is_apart = scan.rest().size() < behind_name;
    const std::string_view version = version_at(scan.rest());
    if (is_word && is_apart && !version.empty() &&
        !(reading.line.is_cut && version.size() == scan.rest().size())) {
      reading.note_word(ObservedQuantity::deepspeed_version, version);
      return true;
    }
    (here == at ? at : other) = text.find(here == at ? "eepspeed" : "eepSpeed", here + 1);
  }
  return false;
}

/// Returns the number after a launcher's flag: "--num_gpus=4", "--nproc_per_node 8".
std::optional<int> flag(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  Scan scan(text.substr(at + name.size()));
  if (!scan.skip_any(" =")) return std::nullopt;
  return whole(scan.number());
}

/// Reads the ranks of deepspeed --num_nodes 2 --num_gpus 4, torchrun --nnodes=2 --nproc_per_node=8.
bool read_launch(Reading& reading) {
  const std::string_view text = reading.text();
  std::optional<int> ranks = flag(text, "--num_gpus");
  for (const std::string_view name : {"--nproc_per_node", "--nproc-per-node"})
    if (!ranks) ranks = flag(text, name);
  if (!ranks || *ranks < 1 || *ranks > 1024) return false;
  std::optional<int> nodes = flag(text, "--num_nodes");
  if (!nodes) nodes = flag(text, "--nnodes");
  if (nodes && (*nodes < 1 || *nodes > 65'536)) return false;
  reading.note(ObservedQuantity::world_size, "", static_cast<double>(*ranks) * nodes.value_or(1), 0.0);
  return true;
}

/// Reads NCCL's "comm 0x… rank 0 nranks 4 …": the largest communicator contains all ranks.
bool read_communicator(Reading& reading) {
  Scan scan(reading.text());
  if (!scan.find("NCCL INFO ") || !scan.find(" nranks ")) return false;
  const std::optional<int> ranks = whole(scan.number());
  if (!ranks || *ranks < 1) return false;
  if (*ranks > reading.communicator_ranks) {
    reading.communicator_ranks = *ranks;
    reading.note(ObservedQuantity::world_size, "", static_cast<double>(*ranks), 0.0);
  }
  return true;
}

}  // namespace

bool read_engine_start(Reading& reading) {
  bool is_known = false;
  for (const Key& key : keys)
    is_known |= read_key(reading, key);
  is_known |= read_sections(reading);
  is_known |= read_dtype(reading);
  is_known |= read_stage(reading);
  return is_known;
}

bool read_engine_start_more(Reading& reading) {
  bool is_known = read_buckets(reading);
  is_known |= read_version(reading);
  is_known |= read_launch(reading);
  is_known |= read_communicator(reading);
  return is_known;
}

}  // namespace zp::run
