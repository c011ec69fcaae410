// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchtitan.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "core/import/program_keys_json.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

struct Flavor {
  std::string_view words, preset;
};
/// torchtitan/models/*/__init__.py; the first row of a model is the name that an export writes.
constexpr auto flavors = std::to_array<Flavor>({{"llama3 8B", "llama-3.1-8b"},
                                                {"llama3 8B", "llama-3-8b"},
                                                {"llama3 70B", "llama-3.1-70b"},
                                                {"llama3 70B", "llama-3-70b"},
                                                {"llama3 70B", "llama-3.3-70b"},
                                                {"llama3 405B", "llama-3.1-405b"},
                                                {"llama3 1B", "llama-3.2-1b"},
                                                {"llama3 3B", "llama-3.2-3b"},
                                                {"llama2 7B", "llama-2-7b"},
                                                {"llama2 13B", "llama-2-13b"},
                                                {"llama2 70B", "llama-2-70b"},
                                                {"llama4 17bx16e", "llama-4-scout-109b-text"},
                                                {"llama4 17bx128e", "llama-4-maverick-400b-text"},
                                                {"qwen3 0.6B", "qwen3-0.6b"},
                                                {"qwen3 1.7B", "qwen3-1.7b"},
                                                {"qwen3 4B", "qwen3-4b"},
                                                {"qwen3 8B", "qwen3-8b"},
                                                {"qwen3 14B", "qwen3-14b"},
                                                {"qwen3 32B", "qwen3-32b"},
                                                {"qwen3 30B-A3B", "qwen3-30b-a3b"},
                                                {"qwen3 235B-A22B", "qwen3-235b-a22b"},
                                                {"deepseek_v3 16B", "deepseek-v2-lite-16b"},
                                                {"deepseek_v3 236B", "deepseek-v2-236b"},
                                                {"deepseek_v3 671B", "deepseek-v3-671b"},
                                                {"gpt_oss 20b", "gpt-oss-20b"},
                                                {"gpt_oss 120b", "gpt-oss-120b"}});

std::string comparable(std::string_view words) {
  std::string out = lower_case(words);
  std::ranges::replace(out, ' ', '_');
  std::ranges::replace(out, '-', '_');
  std::ranges::replace(out, '.', '_');
  return out;
}

std::int64_t degree_at(const FileKeys& keys, std::string_view name) {
  const FileKey* key = find_key(keys, name);
  const auto number = key != nullptr ? python::lax_int(*key) : std::nullopt;
  return number && *number > 0 ? static_cast<std::int64_t>(*number) : 0;
}

constexpr std::string_view shard_key = "parallelism.data_parallel_shard_degree",
                           replicate_key = "parallelism.data_parallel_replicate_degree";

/// Degrees of a job; those that the file does not state are 1, and the shard degree 0 is what the other
/// degrees leave of the ranks.
struct Degrees {
  explicit Degrees(const FileKeys& keys)
      : replicate(std::max<std::int64_t>(degree_at(keys, replicate_key), 1)),
        shard(degree_at(keys, shard_key)),
        context(std::max<std::int64_t>(degree_at(keys, "parallelism.context_parallel_degree"), 1)),
        others(std::max<std::int64_t>(degree_at(keys, "parallelism.tensor_parallel_degree"), 1) *
               std::max<std::int64_t>(degree_at(keys, "parallelism.pipeline_parallel_degree"), 1)) {}
  std::int64_t replicate, shard, context, others;
};

/// Sets the cluster to the ranks that all degrees together make, if the file states them all.
void set_ranks(const Degrees& degrees, const FileKey& from, ProgramKeys& plan) {
  const Plan now = plan.document().plan;
  const std::int64_t ranks = degrees.replicate * degrees.shard * degrees.context * degrees.others;
  if (ranks == now.cluster.ranks()) return;
  const std::int64_t of_node = std::min<std::int64_t>(ranks, now.cluster.gpus_per_node);
  if (ranks % of_node != 0)
    return plan.pass_over(from, "The degrees make " + std::to_string(ranks) + " ranks, which nodes of " +
                                    std::to_string(of_node) + " GPUs do not have.");
  plan.set("cluster.nodes", ranks / of_node, from);
  plan.set("cluster.gpus_per_node", of_node, from);
}

void read_degrees(FileKeys& keys, ProgramKeys& plan) {
  const Degrees degrees(keys);
  const FileKey* const stated = find_key(keys, shard_key);
  if (degrees.shard > 0 && stated != nullptr) set_ranks(degrees, *stated, plan);
  const std::int64_t all = plan.document().plan.cluster.ranks();
  const std::int64_t shard =
      degrees.shard > 0 ? degrees.shard : all / (degrees.replicate * degrees.context * degrees.others);
  const std::int64_t ranks = std::max<std::int64_t>(shard, 1) * degrees.context;
  const bool divides = ranks > 1 || degrees.shard != 1;
  if (!divides) plan.set("training.sharding", "none", *stated);
  if (ranks > 1 && degrees.replicate > 1)
    plan.set("training.shard_ranks", ranks, *find_key(keys, replicate_key));
  for (const FileKey& key : keys)
    if ((key.key == shard_key || key.key == replicate_key) && !plan.lists(key.said))
      plan.agree(key, "training.sharding");
  std::erase_if(keys, [&](const FileKey& key) {
    const bool reshards = key.key == "parallelism.fsdp_reshard_after_forward";
    if (reshards && !divides) plan.pass_over(key, "The degrees divide nothing.");
    return key.key == shard_key || key.key == replicate_key || (reshards && !divides);
  });
}

}  // namespace

std::string torchtitan_flavor(const std::string& preset) {
  const auto* const row = std::ranges::find(flavors, preset, &Flavor::preset);
  return row == flavors.end() ? std::string() : std::string(row->words);
}

void name_torchtitan_model(FileKeys& keys) {
  const FileKey* const name = find_key(keys, "model.name");
  const FileKey* const flavor = find_key(keys, "model.flavor");
  const FileKey* const config = find_key(keys, "config");
  const bool is_pair = name != nullptr && flavor != nullptr;
  if (!is_pair && config == nullptr) return;
  FileKey key = is_pair ? *flavor : *config;
  const std::string words = is_pair ? name->text + ' ' + flavor->text : config->text;
  const auto* const row = std::ranges::find_if(
      flavors, [&](const Flavor& each) { return comparable(each.words) == comparable(words); });
  key.key = "model_name_or_path";
  key.text = row == flavors.end() ? words : std::string(row->preset);
  std::erase_if(keys, [&](const FileKey& each) { return each.key == (is_pair ? "model.flavor" : "config"); });
  keys.push_back(std::move(key));
}

void read_torchtitan(FileKeys& keys, ProgramKeys& plan) {
  read_degrees(keys, plan);
  if (const FileKey* name = find_key(keys, "model.name")) plan.agree(*name, "model.preset");
  std::erase_if(keys, [](const FileKey& key) { return key.key == "model.name"; });
  const bool saves = find_key(keys, "checkpoint.enable") == nullptr || is_on(keys, "checkpoint.enable");
  const bool validates = is_on(keys, "validation.enable") || is_on(keys, "validation.enabled");
  const FileKey* const mode = find_key(keys, "activation_checkpoint.mode");
  const bool is_selective = mode == nullptr || mode->text == "selective";
  std::erase_if(keys, [&](const FileKey& key) {
    const char* reason = !saves && key.key == "checkpoint.interval" ? "The run saves no checkpoints."
                         : !validates && key.key == "validation.local_batch_size"
                             ? "The run does not evaluate."
                         : !is_selective && key.key == "activation_checkpoint.selective_ac_option"
                             ? "It counts with mode selective only."
                         : key.key.find("float8") != std::string::npos && is_on({key}, key.key)
                             ? "A plan has no products in fp8."
                             : nullptr;
    if (reason != nullptr) plan.pass_over(key, reason);
    return reason != nullptr;
  });
}

}  // namespace zp::import_io
