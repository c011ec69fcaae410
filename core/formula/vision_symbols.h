// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formula/words.h"

/// The symbols of formulas about a vision tower.
namespace zp::sym {

inline constexpr SymbolRow patches{"patches", "patches of a micro batch that the vision tower works on", ""};
inline constexpr SymbolRow projected{"visual", "visual tokens of a micro batch that the projector makes", ""};
inline constexpr SymbolRow tower_layers{"tower_layers", "blocks of the vision tower", ""};
inline constexpr SymbolRow tower_hidden{"tower_hidden", "width of the vision tower", "elements"};
inline constexpr SymbolRow tower_inner{"tower_inner", "widest tensor inside a block of the tower",
                                       "elements"};
inline constexpr SymbolRow patch_pixels{"patch_pixels", "values of one patch: colours × frames × pixels", ""};
inline constexpr SymbolRow saved_patch{
    "saved_patch", "bytes that autograd keeps of one block of the tower for one patch, without recomputation",
    "bytes"};
inline constexpr SymbolRow saved_scores{
    "saved_scores", "bytes of written-out attention scores for one patch, over all blocks of the tower",
    "bytes"};
inline constexpr SymbolRow block_scores{"block_scores",
                                        "the same of the block of the tower that attends to most", "bytes"};
inline constexpr SymbolRow projectors{"projectors", "projectors: one, and one for each deepstack feature",
                                      ""};
inline constexpr SymbolRow saved_visual{
    "saved_visual", "bytes that autograd keeps of one projector for one visual token", "bytes"};
inline constexpr SymbolRow product_flop_tower{"F_tower", "FLOP of the tower's products in a forward pass",
                                              "FLOP"};
inline constexpr SymbolRow product_rate_tower{"rate_tower", "FLOP/s of these products together", "FLOP/s"};
inline constexpr SymbolRow attention_flop_tower{"A_tower", "FLOP of the tower's attention in a forward pass",
                                                "FLOP"};
inline constexpr SymbolRow elementwise_tower{
    "bytes_tower", "bytes that the tower's other kernels move in a forward pass", "bytes"};
inline constexpr SymbolRow tower_passes{
    "passes_tower", "products of a backward pass for each one of a forward pass, recomputed ones included",
    ""};
inline constexpr SymbolRow tower_attention_passes{"attention_passes_tower",
                                                  "the same for attention, at its own rate", ""};

}  // namespace zp::sym
