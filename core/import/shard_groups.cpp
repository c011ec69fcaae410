// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/shard_groups.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/text/python.h"

namespace zp::import_io {
namespace {

constexpr std::string_view replicas_key = "dp_replicate_size", ranks_key = "dp_shard_size";

/// Returns the number under the key; default 1.
std::int64_t size_at(const FileKeys& keys, std::string_view name) {
  const FileKey* const key = find_key(keys, name);
  const auto number = key != nullptr ? python::lax_int(*key) : std::nullopt;
  return number && *number > 0 ? static_cast<std::int64_t>(*number) : 1;
}

}  // namespace

void read_shard_groups(FileKeys& keys, ProgramKeys& plan) {
  const FileKey* const replicas = find_key(keys, replicas_key);
  const FileKey* const ranks = find_key(keys, ranks_key);
  if (replicas == nullptr && ranks == nullptr) return;
  const FileKey from = replicas != nullptr ? *replicas : *ranks;
  const std::int64_t copies = size_at(keys, replicas_key), context = size_at(keys, "context_parallel_size");
  const std::int64_t others =
      copies * context * size_at(keys, "tensor_parallel_size") * size_at(keys, "sequence_parallel_size");
  const std::int64_t world = plan.document().plan.cluster.ranks();
  const std::int64_t stated = size_at(keys, ranks_key);
  const std::int64_t dividing = ranks != nullptr ? stated : std::max<std::int64_t>(1, world / others);
  const bool divides = dividing * context > 1;
  if (others * dividing != world)
    plan.list_as_unread(from, "The sizes make " + std::to_string(others * dividing) +
                                  " ranks, and the cluster has " + std::to_string(world) + ".");
  else if (copies > 1 && divides)
    plan.set("training.shard_ranks", dividing * context, from);
  else if (copies > 1)
    plan.set("training.sharding", "none", from);
  for (const std::string_view name : {replicas_key, ranks_key})
    if (const FileKey* const key = find_key(keys, name); key != nullptr && !plan.is_listed(key->spelling))
      plan.list_as_read(*key, "training.sharding");
  std::erase_if(keys, [](const FileKey& key) { return key.key == replicas_key || key.key == ranks_key; });
}

}  // namespace zp::import_io
