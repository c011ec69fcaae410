// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/memory/basis.h"
#include "core/memory/entries.h"
#include "core/sharding/roles.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view trl = "TRL models/utils.py, prepare_deepspeed";
constexpr std::string_view roles_key = "training.roles";

constexpr EntryText reference_weights{reference_weights_, "Reference model",
                                      "The frozen model whose log-probabilities the policy's are compared "
                                      "with: partitioned at stage 3, whole on every GPU below it.",
                                      trl, "training.reference"};
constexpr EntryText reward_weights{reward_weights_, "Reward model",
                                   "The frozen model that scores the generated sequences: partitioned at "
                                   "stage 3, whole on every GPU below it.",
                                   trl, roles_key};
constexpr EntryText teacher_weights{
    teacher_weights_, "Teacher",
    "The frozen model whose distribution is learned: partitioned at stage 3, whole on every GPU below it.",
    trl, roles_key};
constexpr EntryText on_host{
    host_roles, "Other models in host memory",
    "This rank's part of the frozen models that wait in host memory: like the policy's weights; in verl "
    "always; in OpenRLHF only on request.",
    "TRL models/utils.py, prepare_deepspeed; verl workers/fsdp_workers.py, CPUOffload; "
    "OpenRLHF utils/deepspeed/deepspeed_utils.py, get_eval_ds_config",
    roles_key};
constexpr EntryText gathered{roles_gathered, "Gathered weights for scoring",
                             "The current module of the scoring model, gathered in full; the weights "
                             "prefetched for the modules after it; and the flat tensor in which they arrive.",
                             "DeepSpeed runtime/zero/partitioned_param_coordinator.py",
                             "zero.stage3_prefetch_bucket_size"};
constexpr EntryText critic{
    critic_activations, "Activations of the critic",
    "The tensors that autograd keeps for the critic's blocks, in addition to the policy's.",
    "TRL experimental/ppo/ppo_trainer.py, PolicyAndValueWrapper", "training.micro_batch_size"};
constexpr EntryText block{
    scoring_activations, "Scoring activations",
    "Without gradients only one block's tensors exist at a time, at most those that autograd would keep.",
    "torch.no_grad; TRL dpo_trainer.py, grpo_trainer.py", "training.micro_batch_size"};
constexpr EntryText logits{
    scoring_logits, "Scoring logits",
    "The logits of every token whose log-probability is needed, and the log-softmax of one sequence.",
    "TRL trainer/utils.py, selective_log_softmax", "training.micro_batch_size"};
constexpr EntryText kernel_logits{
    scoring_logits, "Scoring logits",
    "The logits of every token of the sequences that are scored, and the fp32 copy where a kernel reads one.",
    "OpenRLHF models/actor.py, Actor.forward; verl workers/actor/dp_actor.py, _forward_micro_batch",
    "training.micro_batch_size"};
constexpr EntryText teacher_logits{
    scoring_logits, "Logits of the teacher",
    "The teacher's logits and their log-softmax, from which the divergence from the student's is computed.",
    "TRL experimental/gkd/gkd_trainer.py, generalized_jsd_loss", "training.micro_batch_size"};
constexpr EntryText cache{
    generation_cache, "Key-value cache",
    "Keys and values of every sequence that a rank generates at a time, in the weights' type.",
    "transformers cache_utils.py, DynamicCache", "training.gradient_accumulation_steps"};
constexpr EntryText whole{generation_weights, "Weights gathered for generating",
                          "At stage 3 the whole model is gathered before it generates.",
                          "TRL models/utils.py, unwrap_model_for_generation (ds3_gather_for_generation)",
                          "training.generation"};
constexpr EntryText merged{generation_weights, "Weights gathered for the engine",
                           "At stage 3 the whole model is gathered to merge its adapters for vLLM.",
                           "TRL generation/vllm_generation.py, sync_weights", "zero.stage"};
constexpr EntryText one_by_one{generation_weights, "Weights gathered for the engine",
                               "At stage 3 each weight is gathered before it is sent to vLLM.",
                               "TRL generation/vllm_generation.py, sync_weights", "zero.stage"};
constexpr EntryText engine{generation_engine, "vLLM",
                           "The share of the GPU that the engine takes for its weights, activations and "
                           "key-value cache; it frees this share while it sleeps.",
                           "TRL generation/vllm_generation.py: gpu_memory_utilization, enable_sleep_mode",
                           "training.engine_share"};

constexpr EntryText resting{
    host_resting, "Parked policy",
    "Optimizer states, master weights or weights of the policy, copied to pinned host "
    "memory while the engine generates; PyTorch keeps the buffers.",
    "verl utils/fsdp_utils.py, offload_fsdp_model_to_cpu and offload_fsdp_optimizer; "
    "OpenRLHF utils/deepspeed/deepspeed_utils.py, offload_deepspeed_states",
    "training.rests_on_host"};

constexpr Moments generating = Moments::of(Moment::generate);

/// Stored elements of an untrained model: all, those kept on this rank, and those of the largest tensor.
struct Sizes {
  std::int64_t all = 0, kept = 0, largest = 0;
};

Sizes sizes_of(const Plan& plan, const Role& role, const Conditions& conditions) {
  const Model model = model_of_role(plan, role.name);
  const ModelTensors tensors(model);
  Parallelism parallel = conditions.parallel;
  if (role.precision != RolePrecision::automatic) parallel.packed = 1;
  Sizes sizes;
  for (const TensorKind& kind : tensors.kinds()) {
    if (role.name == RoleName::reward && is_output_layer(kind.role)) continue;
    const auto [numel, count, ranks] = parallel.local(kind);
    sizes.all += numel * count;
    sizes.kept += (role.stage == 3 ? ceil_div(numel, ranks) : numel) * count;
    sizes.largest = std::max(sizes.largest, numel);
  }
  return sizes;
}

/// Returns the bytes of this many stored weights.
template <class N>
N bytes_of_role(const N& elements, RolePrecision precision, const SymbolsIn<N>& s) {
  switch (precision) {
    case RolePrecision::automatic:
      break;
    case RolePrecision::fp32:
      return 4 * elements;
    case RolePrecision::int8:
      return elements;
    case RolePrecision::nf4:
      return ceil_div(elements, N(2));
  }
  return s.weight_bytes * elements;
}

struct RoleText {
  RoleName name{};
  const EntryText& text;
  const SymbolRow& symbol;
};
constexpr std::array texts = {
    RoleText{RoleName::reference, reference_weights, sym::reference_weights},
    RoleText{RoleName::reward, reward_weights, sym::reward_weights},
    RoleText{RoleName::teacher, teacher_weights, sym::teacher_weights},
};

template <class N>
class RoleWriter {
 public:
  RoleWriter(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s)
      : out_(out),
        plan_(plan),
        training_(plan.training),
        row_(row_of(plan.training.method.method)),
        s_(s),
        roles_(roles_of(plan)),
        scored_(row_.generates ? Moments::of(Moment::score) : Moments::of(Moment::forward)) {}

  void write() {
    frozen();
    if (const Role* role = roles_.find(RoleName::critic); role != nullptr && role->is_colocated()) {
      Plan of_critic = plan_;
      of_critic.model = model_of_role(plan_, RoleName::critic);
      Parallelism parallel = s_.parallel;
      parallel.stage = first_stage(of_critic);
      RealOf<N> saved = activation_terms<RealOf<N>>(of_critic, parallel).blocks_saved;
      if (program_of(training_).critic_has_engine)
        saved = max(RealOf<N>(0.0), saved - activation_terms<RealOf<N>>(plan_, s_.parallel).blocks_saved);
      out_.add(critic, whole_bytes(saved),
               Moments::of(Moment::forward, Moment::backward_head, Moment::backward_first));
    }
    if (scoring_passes(plan_) > 0 && plan_.model.has_shape()) scoring();
    if (row_.generates) generation();
  }

 private:
  /// Returns the elements gathered at a time from a model partitioned at stage 3, including the flat receive
  /// tensor.
  [[nodiscard]] std::int64_t fetched_of(std::int64_t all, std::int64_t largest) const {
    const std::int64_t prefetch = plan_.zero.stage3_prefetch_bucket_size;
    return std::min(all, largest + prefetch) + std::min(all, std::max(largest, prefetch));
  }

  void frozen() {
    const auto whole_number = [](const N& n) { return static_cast<std::int64_t>(value_of(as_double(n))); };
    const bool is_divided = plan_.zero.stage == 3 && s_.parallel.zero.ranks > 1;
    N on_host_bytes = 0;
    std::int64_t fetched = 0;
    if (row_.generates && is_divided && program_of(training_).scores_policy)
      fetched = fetched_of(whole_number(s_.sums.trainable + s_.sums.frozen), whole_number(s_.sums.largest));
    for (const auto& [name, text, symbol] : texts) {
      const Role* role = roles_.find(name);
      if (role == nullptr || !role->is_colocated()) continue;
      const Sizes sizes = sizes_of(plan_, *role, s_);
      const N bytes = bytes_of_role(named<N>(symbol, sizes.kept), role->precision, s_);
      if (role->is_on_host)
        on_host_bytes += bytes;
      else
        out_.add(text, bytes, Moments::always());
      if (role->stage == 3 && s_.parallel.zero.ranks > 1)
        fetched = std::max(fetched, fetched_of(sizes.all, sizes.largest));
    }
    out_.add(on_host, on_host_bytes, Moments::built(), true);
    out_.add(gathered, s_.weight_bytes * named<N>(sym::role_fetched, fetched),
             scored_ | Moments::of(Moment::evaluate));
  }

  /// Returns the number of sequences scored at a time: the plan's number, a whole preference batch, or TRL's
  /// chunk of the generated sequences.
  [[nodiscard]] std::int64_t sequences_scored() const {
    const std::int64_t stated = training_.method.rollout.scored_batch;
    if (stated > 0 && row_of(training_.method.method).generates)
      return std::min(stated,
                      ceil_div(sequences_of_generation(plan_), std::max(1, data_parallel_world(plan_))));
    constexpr std::int64_t rollout_chunk = 64;  // PPOConfig.local_rollout_forward_batch_size
    const bool in_chunks = program_of(training_).log_probabilities == LogProbabilities::log_softmax;
    if (training_.method.method == Method::ppo && in_chunks)
      return std::min(rollout_chunk, sequences_generated(training_));
    return sequences_at_once(training_);
  }

  void scoring() {
    using Real = RealOf<N>;
    const Architecture& shape = plan_.model.architecture;
    const Real sequences = named<Real>(sym::scored_sequences, as_double(sequences_scored()));
    const Real length = named<Real>(sym::sequence, as_double(s_.parallel.sequence_tokens));
    const BlockKind kind = shape.expert_layers() > 0 ? BlockKind::experts : BlockKind::dense;
    const double of_block = block_operations<BlockBytes>(shape, training_, s_.types, kind).bytes_per_token();
    out_.add(block, whole_bytes(named<Real>(sym::scored_block, of_block) * sequences * length), scored_);
    const bool has_teacher = roles_.find(RoleName::teacher) != nullptr;
    const bool is_fused = training_.fused_loss == FusedLoss::fused;  // Liger's losses score without logits
    if (is_fused) return;
    const int ranks = s_.parallel.tensor.ranks;
    const Real whole_vocabulary = named<Real>(sym::vocabulary, shape.vocab_size);
    const Real vocabulary =
        ranks > 1 ? whole_vocabulary / named<Real>(sym::tensor_parallel, ranks) : whole_vocabulary;
    const Real each = named<Real>(sym::element_bytes, bytes_between_products(s_.types));
    const Real asked =
        asks_completions(training_)
            ? min(length, named<Real>(sym::completion, as_double(training_.method.completion_length)))
            : length;
    if (has_teacher)
      out_.add(teacher_logits, whole_bytes(2 * each * vocabulary * sequences * asked),
               scored_ | Moments::of(Moment::backward_head));
    else if (log_probabilities_of(training_) == LogProbabilities::log_softmax)
      out_.add(logits, whole_bytes(each * vocabulary * asked * (sequences + 1)), scored_);
    else
      out_.add(kernel_logits, whole_bytes(scored_element(each) * vocabulary * asked * sequences), scored_);
  }

  /// Returns the bytes per logit that a kernel reads, including an fp32 copy if it reads one.
  template <class Real>
  [[nodiscard]] Real scored_element(const Real& each) const {
    const bool has_copy = log_probabilities_of(training_) == LogProbabilities::of_fp32_copy && s_.is_16_bit;
    return has_copy ? each + 4 : each;
  }

  void generation() {
    const bool is_divided = plan_.zero.stage == 3 && s_.parallel.zero.ranks > 1;
    const N all = s_.weight_bytes * (s_.sums.trainable + s_.sums.frozen);
    switch (generation_of(plan_)) {
      case Generation::automatic:
      case Generation::server:
        return;
      case Generation::training:
        if (plan_.model.has_shape()) key_value_cache();
        if (is_divided) out_.add(whole, all, generating);
        return;
      case Generation::vllm:
        if (is_divided && training_.has_adapters())
          out_.add(merged, all, generating);
        else if (is_divided)
          out_.add(one_by_one, s_.weight_bytes * s_.sums.largest, generating);
        vllm();
        rest_on_host();
        return;
    }
  }

  /// Moves the tensors that are kept on the host while the engine generates from their GPU entries to a host
  /// entry. Must run after the writers of the policy's states.
  void rest_on_host() {
    constexpr std::array ids = {states_optimizer, states_master, states_weights};
    const HostRest rest = training_.method.rests_on_host;
    if (rest == HostRest::none) return;
    const std::span<const EntryId> all(ids);
    const auto parts = rest == HostRest::all ? all : rest == HostRest::optimizer ? all.first(2) : all.last(1);
    out_.add(resting, named<N>(sym::resting, out_.move_to_host(parts, generating)), Moments::built(), true);
  }

  void key_value_cache() {
    using Real = RealOf<N>;
    const Architecture& shape = plan_.model.architecture;
    const double width = shape.has_latent_attention()
                             ? as_double(shape.kv_lora_rank + shape.qk_rope_head_dim)
                             : as_double(2 * shape.kv_heads * shape.head_dim) / s_.parallel.tensor.ranks;
    out_.add(cache,
             whole_bytes(named<Real>(sym::element_bytes, bytes_between_products(s_.types)) *
                         named<Real>(sym::layers, as_double(shape.layers)) * named<Real>(sym::cached, width) *
                         named<Real>(sym::generated_sequences, as_double(sequences_generated(training_))) *
                         named<Real>(sym::sequence, as_double(training_.sequence_length))),
             generating);
  }

  void vllm() {
    using Real = RealOf<N>;
    const double memory = as_double(from_gib(binding_gpu(plan_.cluster).memory_gib).value());
    out_.add(engine,
             whole_bytes(named<Real>(sym::engine_share, training_.method.engine_share) *
                         named<Real>(sym::gpu_bytes, memory)),
             training_.method.engine_sleeps ? generating : Moments::built());
  }

  Entries<N>& out_;
  const Plan& plan_;
  const Training& training_;
  const MethodRow& row_;
  const SymbolsIn<N>& s_;
  const RoleList roles_;
  const Moments scored_;
};

}  // namespace

template <class N>
void add_roles(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  RoleWriter<N>(out, plan, s).write();
}

template void add_roles(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_roles(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
