// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view quantization =
    "bitsandbytes/functional.py, quantize_4bit; nn/modules.py, Params4bit";
constexpr std::string_view lever = "training.frozen_precision";

// Number of weights per scale, and of scales per second-level scale with double quantisation (bitsandbytes
// functional.py, quantize_4bit: blocksize 64; its absmax by quantize_blockwise: blocksize 256).
constexpr std::int64_t block = 64, block_of_scales = 256;

constexpr EntryText double_scales{
    states_quantization, "Scales of the quantised base",
    "The largest magnitude of every 64 weights as an 8-bit integer, and an fp32 scale of every 256 of these. "
    "They are attributes of a weight, not parameters, so no stage partitions them.",
    quantization, "training.double_quantization"};
constexpr EntryText scales{states_quantization, "Scales of the quantised base",
                           "The largest magnitude of every 64 weights in fp32. They are attributes of a "
                           "weight, not parameters, so no stage partitions them.",
                           quantization, "training.double_quantization"};
constexpr EntryText row_scales{states_quantization, "Scales of the quantised base",
                               "An fp32 scale of each output of every layer, whole on every GPU.",
                               "bitsandbytes/nn/modules.py, Int8Params: SCB", lever};
constexpr EntryText dequantized{
    gathered_dequantized, "Dequantised weights",
    "One layer's weights in the model's type, created for its matrix product in both passes.",
    "bitsandbytes/autograd/_functions.py, MatMul4Bit", lever};
constexpr EntryText dequantized_backward{gathered_dequantized, "Dequantised weights",
                                         "One layer's weights in the model's type, for the gradient of its "
                                         "input; the forward pass multiplies integers.",
                                         "bitsandbytes/autograd/_functions.py, MatMul8bitLt", lever};
constexpr EntryText norm_of_dora{
    activations_dora, "DoRA weight norm",
    "Every forward pass adds the adapter's product to the weight, layer by layer, to compute its norm.",
    "PEFT tuners/lora/dora.py, DoraLinearLayer.forward", "training.lora.dora"};
constexpr EntryText paged_states{
    host_optimizer, "Paged optimizer states",
    "States in memory that the driver moves between host and GPU: on the GPU while there is space, otherwise "
    "on the host. They are counted on the host, because anything else on the GPU displaces them.",
    "bitsandbytes/functional.py, get_paged; optim/optimizer.py, get_state_buffer", "training.optimizer"};

constexpr Moments in_passes = Moments::of(Moment::forward, Moment::evaluate) | Moments::backward();

template <class N>
void add_scales(Entries<N>& out, const Training& training, const TensorSumsIn<N>& sums) {
  if (training.frozen_precision == FrozenPrecision::int8)
    out.add(row_scales, 4 * sums.quantized_rows, Moments::always());
  else if (training.double_quantization)
    out.add(double_scales,
            ceil_div(sums.quantized, N(block)) + 4 * ceil_div(sums.quantized, N(block * block_of_scales)),
            Moments::always());
  else
    out.add(scales, 4 * ceil_div(sums.quantized, N(block)), Moments::always());
}

}  // namespace

template <class N>
void add_adapters(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const Training& training = plan.training;
  if (training.quantizes_frozen()) {
    add_scales(out, training, s.sums);
    const bool is_int8 = training.frozen_precision == FrozenPrecision::int8;
    out.add(is_int8 ? dequantized_backward : dequantized, s.weight_bytes * s.sums.largest_quantized,
            is_int8 ? Moments::backward() : in_passes);
  }
  if (training.lora.dora)
    out.add(norm_of_dora, s.weight_bytes * s.sums.dora_workspace,
            training.activation_checkpointing == Checkpointing::none
                ? Moments::of(Moment::forward, Moment::evaluate)
                : in_passes);
  if (s.is_paged) out.add(paged_states, bytes_for(s.partition, s.host_state_bytes), Moments::training());
}

template void add_adapters(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_adapters(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
