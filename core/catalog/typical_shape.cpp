// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/catalog/architecture_fields.h"
#include "core/catalog/tensors.h"

namespace zp {
namespace {

struct Anchor {
  double parameters;
  double ratio;  ///< hidden size / layers
};
/// The ratios of published models; their sources are in the header.
constexpr std::array anchors = {
    Anchor{1e6, 16},
    Anchor{125e6, 768.0 / 12},
    Anchor{1.3e9, 2048.0 / 24},
    Anchor{6.7e9, 4096.0 / 32},
    Anchor{13.0e9, 5120.0 / 40},
    Anchor{32.5e9, 6656.0 / 60},
    Anchor{65.2e9, 8192.0 / 80},
    Anchor{405e9, 16384.0 / 126},
    Anchor{1008e9, 25600.0 / 128},
};

constexpr double usual_vocabulary = 32'000;
constexpr double largest_embedding_share = 0.5;  ///< embedding and head together
constexpr std::int64_t vocabulary_step = 64;

double ratio_at(double parameters) {
  const auto above = std::ranges::lower_bound(anchors, parameters, {}, &Anchor::parameters);
  if (above == anchors.begin()) return anchors.front().ratio;
  if (above == anchors.end()) return anchors.back().ratio;
  const Anchor& low = *(above - 1);
  const double t = std::log(parameters / low.parameters) / std::log(above->parameters / low.parameters);
  return low.ratio * std::pow(above->ratio / low.ratio, t);
}

/// Returns the hidden size for which two embeddings and hidden/ratio layers of 12·hidden² add up to
/// `parameters`.
double ideal_hidden(double parameters, double ratio) {
  double low = 1;
  double high = std::cbrt(parameters * ratio / 12);
  constexpr int halvings = 60;  // more than the bits of a double
  for (int i = 0; i < halvings; ++i) {
    const double hidden = (low + high) / 2;
    const double embeddings = std::min(2 * usual_vocabulary * hidden, largest_embedding_share * parameters);
    (12 * hidden * hidden * hidden / ratio + embeddings < parameters ? low : high) = hidden;
  }
  return low;
}

std::int64_t round_to(double value, std::int64_t step) {
  return std::max(step, static_cast<std::int64_t>(std::llround(value / static_cast<double>(step))) * step);
}

std::int64_t head_dim_for(double hidden) { return hidden < 256 ? 16 : hidden < 1024 ? 64 : 128; }

/// Returns the largest power of two up to a sixteenth of the hidden size, within 8 … 256. Half a step of the
/// MLP width is then less than 1 % of a layer.
std::int64_t width_step(std::int64_t hidden) {
  std::int64_t step = 8;
  while (step < 256 && step * 2 * 16 <= hidden)
    step *= 2;
  return step;
}

}  // namespace

Architecture typical_shape(Params parameters) {
  const double wanted = static_cast<double>(std::clamp(parameters.value(), std::int64_t{1}, largest_amount));
  const double hidden = ideal_hidden(wanted, ratio_at(wanted));

  Architecture shape = default_architecture(Block::llama);
  shape.head_dim = head_dim_for(hidden);
  shape.hidden_size = round_to(hidden, shape.head_dim);
  shape.attention_heads = shape.hidden_size / shape.head_dim;
  const double h = static_cast<double>(shape.hidden_size);

  const double affordable = largest_embedding_share * wanted / (2 * h);
  shape.vocab_size = affordable < usual_vocabulary ? round_to(affordable, vocabulary_step)
                                                   : static_cast<std::int64_t>(usual_vocabulary);
  const double in_layers = wanted - 2 * static_cast<double>(shape.vocab_size) * h - h;
  shape.layers = std::max<std::int64_t>(1, std::llround(in_layers / (12 * h * h)));

  const double in_mlp = in_layers / static_cast<double>(shape.layers) - 4 * h * h - 2 * h;
  shape.intermediate_size = round_to(in_mlp / (3 * h), width_step(shape.hidden_size));
  complete(shape);
  return shape;
}

}  // namespace zp
