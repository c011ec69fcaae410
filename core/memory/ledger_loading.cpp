// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"
#include "core/sharding/state_dicts.h"

namespace zp {
namespace {

using enum EntryId;

/// A checkpoint is read one file at a time. Hugging Face splits checkpoints into files of this size;
/// transformers 5 into ten times larger ones (modeling_utils.py, save_pretrained: max_shard_size).
constexpr std::int64_t checkpoint_file_bytes = 5'000'000'000, largest_file_bytes = 50'000'000'000;

constexpr std::string_view loading_key = "training.loading", saving_key = "training.saving";

constexpr EntryText whole_model{
    host_loading, "Loading the model",
    "Each rank builds the whole model in host memory: in the weights' type, in 4 bytes per parameter if "
    "loaded in fp32, almost nothing with meta-device loading.",
    "DeepSpeed runtime/engine.py:1752-1768", loading_key};
constexpr EntryText first_model{
    host_loading, "Loading the model",
    "The first rank of the run builds the whole model in host memory and sends the others their parts.",
    "accelerate utils/fsdp_utils.py, fsdp2_prepare_model; transformers pull request 25107", loading_key};
constexpr EntryText upcast_model{
    host_loading, "Loading the model",
    "The whole model in host memory, whose trained parameters go to fp32 before FSDP divides it.",
    "accelerate utils/fsdp_utils.py, fsdp2_prepare_model", loading_key};
constexpr EntryText one_file{
    host_loading, "Loading the model",
    "Each rank reads the checkpoint one file at a time, of at most 5 GB as Hugging Face splits them.",
    "transformers modeling_utils.py, save_pretrained; DeepSpeed runtime/zero/partition_parameters.py",
    loading_key};
constexpr EntryText mapped_file{
    host_loading, "Loading the model",
    "Each rank reads the model into its GPU through mapped files; a pickled checkpoint is read one file at a "
    "time.",
    "transformers modeling_utils.py, load_state_dict", loading_key};
constexpr EntryText quantized{
    host_loading, "Loading the model",
    "Each rank quantises the model tensor by tensor on the GPU and keeps it in host memory until it is "
    "partitioned; zero.Init does not build quantised models.",
    "transformers modeling_utils.py, _load_state_dict_into_meta_model", "training.frozen_precision"};
constexpr EntryText flattened{
    host_loading, "Flattening the weights",
    "Each rank moves its weights to host memory and copies them into one flat tensor there, before that goes "
    "back to the GPU.",
    "DeepSpeed runtime/zero/stage_1_and_2.py:390-459; v0.16.3 stage_1_and_2.py:327-361",
    "target.deepspeed_version"};

constexpr EntryText gathered{save_gathered, "Gather for saving",
                             "A 16-bit checkpoint is gathered tensor by tensor on rank 0.",
                             "DeepSpeed runtime/engine.py:5495-5560", ""};
constexpr EntryText collected{host_save, "Saving the weights", "Rank 0 collects every weight in host memory.",
                              "DeepSpeed runtime/engine.py:5491-5560", saving_key};
constexpr EntryText full_state_dict{
    host_save, "Saving the weights",
    "Rank 0 collects the full state dict in host memory, in the type of the shards.",
    "accelerate utils/fsdp_utils.py, save_fsdp_model; torch FullStateDictConfig", saving_key};
constexpr EntryText cloned{
    host_save, "Saving the weights",
    "Every rank copies the whole state dict to host memory, frozen weights included; rank 0 alone writes it.",
    "accelerate accelerator.py:4051-4054; DeepSpeed checkpoint/utils.py:41", saving_key};
constexpr EntryText written{
    host_save, "Saving the optimizer's states",
    "Each rank writes its part; a tensor on the GPU passes through host memory, one at a time.",
    "torch/serialization.py, _save; DeepSpeed runtime/engine.py, _save_zero_checkpoint", saving_key};

/// Bytes of the model in host memory while a node loads it.
template <class N>
struct LoadedModel {
  const EntryText* text = &whole_model;
  N low = 0, bytes = 0, high = 0;
  bool is_on_first_rank = false;
};

template <class N>
LoadedModel<N> loaded_model(const Plan& plan, const SymbolsIn<N>& s) {
  const N all = s.sums.trainable + s.sums.frozen;
  const N weights = s.weight_bytes * all;
  const Loading loading = loading_of(plan);
  const bool is_stated = plan.training.loading != Loading::automatic;
  switch (loading) {
    case Loading::gpu:
      return {&mapped_file, N(0), N(0), min(weights, N(checkpoint_file_bytes))};
    case Loading::by_file:
      return {&one_file, N(0), min(weights, N(checkpoint_file_bytes)), min(weights, N(largest_file_bytes))};
    case Loading::meta:
      return {};
    case Loading::automatic:
    case Loading::every_rank:
    case Loading::first_rank:
      break;
  }
  const bool is_first = loading == Loading::first_rank;
  if (plan.training.quantizes_frozen())
    return {&quantized, weights, weights, weights + N(checkpoint_file_bytes), is_first};
  if (upcasts_before_sharding(plan)) {
    const N upcast = 4 * s.sums.trainable + s.weight_bytes * s.sums.frozen;
    return {&upcast_model, weights, upcast, upcast, is_first};
  }
  return {is_first ? &first_model : &whole_model, is_stated ? weights : N(0), weights, 4 * all, is_first};
}

/// Adds the host memory of loading, the larger of two: the user's model, or the copies that stages 1 and 2
/// make to flatten it after it was moved to the GPU.
template <class N>
void add_loading(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  constexpr Moments loading = Moments::of(Moment::loading);
  const LoadedModel<N> model = loaded_model(plan, s);
  const N flat = s.weight_bytes * (s.sums.waiting > 0 ? s.trained_at_once : s.padded);
  const auto bytes = static_cast<std::int64_t>(value_of(as_double(flat)));
  if (flattens_on_host(plan, bytes)) {
    const N twice = 2 * flat;
    const N of_node = model.is_on_first_rank ? model.bytes : model.bytes * s.gpus_per_node;
    if (twice * s.gpus_per_node > of_node) {
      out.add_range(flattened, twice, twice, max(twice, model.high), loading);
      return;
    }
  }
  if (model.is_on_first_rank)
    out.add_on_first_rank(*model.text, model.low, model.bytes, model.high, loading);
  else
    out.add_range(*model.text, model.low, model.bytes, model.high, loading);
}

/// Returns the bytes of the largest state tensor that torch.save copies to the host; 0 if the states are
/// already there.
template <class N>
N written_at_once(const Plan& plan, const SymbolsIn<N>& s) {
  const bool writes = plan.training.framework == Framework::deepspeed && s.traits.partitions_states;
  if (!writes || s.offloads_optimizer) return N(0);
  return s.master_bytes * (plan.zero.stage == 3 ? s.sub_group : s.partition);
}

/// Adds the host memory of saving: first the weights, then the states, which do not coexist.
template <class N>
void add_saving(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  constexpr Moments save = Moments::of(Moment::save);
  const Saving saving = saving_of(plan);
  if (saving == Saving::none) return;
  const N all = s.sums.trainable + s.sums.frozen, states = written_at_once(plan, s);
  if (saving == Saving::every_rank) {
    const N weights = s.weight_bytes * all;
    if (weights > states)
      out.add(cloned, weights, save);
    else
      out.add(written, states, save);
    return;
  }
  if (saving == Saving::shards) {
    out.add(written, states, save);
    return;
  }
  const bool is_deepspeed = plan.training.framework == Framework::deepspeed;
  if (is_deepspeed && plan.zero.stage == 3) out.add(gathered, s.weight_bytes * s.sums.largest, save);
  const EachOf<N> each = !is_deepspeed && s.is_16_bit ? s.master_bytes : s.weight_bytes;
  const N trained = each * s.sums.trainable, whole = trained + s.weight_bytes * s.sums.frozen;
  const N weights = saves_adapters_alone(plan) ? trained : whole;
  if (weights > states * s.gpus_per_node)
    out.add_on_first_rank(is_deepspeed ? collected : full_state_dict, weights, weights, whole, save);
  else
    out.add(written, states, save);
}

}  // namespace

template <class N>
void add_loading_and_saving(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  add_loading(out, plan, s);
  add_saving(out, plan, s);
}

template void add_loading_and_saving(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_loading_and_saving(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
