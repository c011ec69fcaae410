// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"

namespace zp {
namespace {

using enum EntryId;

/// from_pretrained reads one file of a checkpoint at a time; Hugging Face splits them at this size
/// (transformers modeling_utils.py, save_pretrained: max_shard_size).
constexpr std::int64_t checkpoint_file_bytes = 5'000'000'000;

constexpr EntryText whole_model{
    host_loading, "Loading the model",
    "Each rank builds the whole model in host memory: in the weights' type when loaded in it, in 4 bytes a "
    "parameter when in fp32, near none with meta-device loading.",
    "DeepSpeed runtime/engine.py:1752-1768", "training.zero_init"};
constexpr EntryText one_file{
    host_loading, "Loading the model",
    "Each rank reads the checkpoint one file at a time, of at most 5 GB as Hugging Face splits them.",
    "transformers modeling_utils.py, save_pretrained; DeepSpeed runtime/zero/partition_parameters.py",
    "training.zero_init"};
constexpr EntryText quantized{
    host_loading, "Loading the model",
    "Each rank quantises the model tensor by tensor on the GPU and keeps it in host memory until it is "
    "partitioned; zero.Init does not build quantised models.",
    "transformers modeling_utils.py, _load_state_dict_into_meta_model", "training.frozen_precision"};
constexpr EntryText gathered{save_gathered, "Gather for saving",
                             "A 16-bit checkpoint is gathered tensor by tensor on rank 0.",
                             "DeepSpeed runtime/engine.py:5495-5560", ""};
constexpr EntryText saving{
    host_save, "Saving a 16-bit checkpoint", "Rank 0 collects every weight in host memory.",
    "DeepSpeed runtime/engine.py:5495-5560", "zero.stage3_gather_16bit_weights_on_model_save"};

/// Adds the host memory of loading. Each rank builds the client's model in host memory: in the weights' type
/// if it is loaded so, else in fp32, and nowhere if on the meta device. Under zero.Init, and where weights
/// are quantised as they are read, it holds the file it reads its part from.
template <class N>
void add_loading(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  constexpr Moments loading = Moments::of(Moment::loading);
  const N all = s.sums.trainable + s.sums.frozen;
  const N weights = s.weight_bytes * all;
  if (plan.training.quantizes_frozen() && plan.zero.stage == 3)
    out.add_range(quantized, weights, weights, weights + N(checkpoint_file_bytes), loading);
  else if (plan.training.quantizes_frozen() || (plan.zero.stage == 3 && plan.training.zero_init))
    out.add_range(one_file, N(0), min(weights, N(checkpoint_file_bytes)), weights, loading);
  else
    out.add_range(whole_model, N(0), weights, 4 * all, loading);
}

}  // namespace

template <class N>
void add_loading_and_saving(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  add_loading(out, plan, s);
  if (plan.zero.stage != 3) return;
  out.add(gathered, s.weight_bytes * s.sums.largest, Moments::of(Moment::save));
  out.add(saving, s.weight_bytes * (s.sums.trainable + s.sums.frozen), Moments::of(Moment::save));
}

template void add_loading_and_saving(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_loading_and_saving(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
