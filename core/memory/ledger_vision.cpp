// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/activations/vision_terms.h"
#include "core/memory/entries.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view towers =
    "Tensors that autograd saves of a tower's operations, read in transformers' modeling files of each "
    "family; bytes compared with saved-tensor hooks";

constexpr EntryText pixels{vision_pixels, "Pixels",
                           "The patches of the images in fp32 as the data loader hands them over, and in the "
                           "tower's type if its patch embedding is trained.",
                           "transformers models/qwen2_vl/image_processing_qwen2_vl.py (pixel_values); "
                           "modeling_qwen2_vl.py, PatchEmbed",
                           "training.image_pixels"};
constexpr EntryText tower_saved{
    vision_saved_blocks, "Vision tower",
    "The tensors that autograd keeps of every block of the vision tower until its backward pass, which comes "
    "after that of the language model; with checkpointing the input of each.",
    towers, "training.vision.checkpointing"};
constexpr EntryText tower_at_work{vision_live_block, "Current block of the vision tower",
                                  "One block of the tower with its gradients: the bytes by which it exceeds "
                                  "a block of the language model, whose backward pass runs before it.",
                                  towers, "training.vision.checkpointing"};
constexpr EntryText projector{vision_projector, "Projector",
                              "The tensors that autograd keeps of the projector, for each visual token.",
                              towers, "training.image_pixels"};
constexpr EntryText features{
    vision_features, "Visual tokens",
    "The projector's output, and deepstack features that the first blocks of the language model add, until "
    "the forward pass is over.",
    "transformers models/qwen3_vl/modeling_qwen3_vl.py, Qwen3VLModel.forward", "training.image_pixels"};

}  // namespace

template <class N>
void add_vision(Entries<N>& out, const Plan& plan, const Conditions& conditions,
                const ActivationTermsIn<RealOf<N>>& text) {
  using Real = RealOf<N>;
  constexpr Moments until_end = Moments::of(Moment::forward) | Moments::backward();
  const VisionTermsIn<Real> terms = vision_terms<Real>(plan, conditions.parallel);
  out.add(pixels, whole_bytes(terms.pixels), until_end);
  out.add(tower_saved, whole_bytes(terms.blocks), until_end);
  const Real beside = text.live_block + text.block_gradients;
  out.add(tower_at_work, whole_bytes(max(Real(0.0), terms.at_work - beside)),
          Moments::of(Moment::backward_last));
  out.add(projector, whole_bytes(terms.projector), until_end);
  out.add(features, whole_bytes(terms.features), Moments::of(Moment::forward));
}

template void add_vision(Entries<std::int64_t>&, const Plan&, const Conditions&, const ActivationTerms&);
template void add_vision(Entries<Words>&, const Plan&, const Conditions&, const ActivationTermsIn<Words>&);

}  // namespace zp
