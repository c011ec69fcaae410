// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/other_models.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/catalog/catalog.h"

namespace zp::import_io {
namespace {

struct NamedKind {
  std::string_view words;  ///< one or more whole words of a name, as preset_id writes them
  std::string_view kind;
};

constexpr std::string_view encoder = "an encoder";
constexpr std::string_view encoder_decoder = "an encoder-decoder";
constexpr std::string_view diffusion = "a diffusion model";

/// Names of families whose every model is of that kind, by their papers and the classes that transformers and
/// diffusers have for them. A word that decoders have too needs a second one: "bge-large" stands here, since
/// bge-en-icl is a Mistral, and so do the sizes of E5, since e5-mistral-7b is one.
constexpr auto named_kinds = std::to_array<NamedKind>({
    {"albert", encoder},
    {"bert", encoder},
    {"bge-base", encoder},
    {"bge-large", encoder},
    {"bge-m3", encoder},
    {"bge-reranker-base", encoder},
    {"bge-reranker-large", encoder},
    {"bge-reranker-v2-m3", encoder},
    {"bge-small", encoder},
    {"camembert", encoder},
    {"clip-vit", encoder},
    {"codebert", encoder},
    {"deberta", encoder},
    {"dinov2", encoder},
    {"distilbert", encoder},
    {"distilroberta", encoder},
    {"e5-base", encoder},
    {"e5-large", encoder},
    {"e5-small", encoder},
    {"electra", encoder},
    {"gte-base", encoder},
    {"gte-large", encoder},
    {"gte-small", encoder},
    {"hubert", encoder},
    {"layoutlmv3", encoder},
    {"longformer", encoder},
    {"macbert", encoder},
    {"minilm", encoder},
    {"modernbert", encoder},
    {"mpnet", encoder},
    {"roberta", encoder},
    {"scibert", encoder},
    {"siglip", encoder},
    {"vit", encoder},
    {"wav2vec2", encoder},
    {"xlm-r", encoder},
    {"bart", encoder_decoder},
    {"blenderbot", encoder_decoder},
    {"byt5", encoder_decoder},
    {"codet5", encoder_decoder},
    {"codet5p", encoder_decoder},
    {"m2m100", encoder_decoder},
    {"mbart", encoder_decoder},
    {"mt0", encoder_decoder},
    {"mt5", encoder_decoder},
    {"nllb", encoder_decoder},
    {"opus-mt", encoder_decoder},
    {"pegasus", encoder_decoder},
    {"t0", encoder_decoder},
    {"t0pp", encoder_decoder},
    {"t5", encoder_decoder},
    {"ul2", encoder_decoder},
    {"umt5", encoder_decoder},
    {"whisper", encoder_decoder},
    {"cogvideox", diffusion},
    {"flux.1", diffusion},
    {"pixart", diffusion},
    {"sd-turbo", diffusion},
    {"sdxl", diffusion},
    {"stable-diffusion", diffusion},
});

}  // namespace

std::string_view kind_of_other_model(std::string_view name) {
  while (name.ends_with('/'))
    name.remove_suffix(1);
  const std::string words = '-' + preset_id(name.substr(name.rfind('/') + 1)) + '-';
  // A tower's name stands in that of a vision-language model: "Mantis-8B-siglip-llama3".
  constexpr auto decoders =
      std::to_array<std::string_view>({"llama", "vicuna", "llava", "qwen", "mistral", "gemma", "internlm"});
  constexpr auto towers = std::to_array<std::string_view>({"siglip", "clip-vit", "vit", "dinov2"});
  const bool is_of_decoder = std::ranges::any_of(decoders, [&words](std::string_view decoder) {
    return words.find('-' + std::string(decoder)) != std::string::npos;
  });
  const auto found = std::ranges::find_if(named_kinds, [&](const NamedKind& row) {
    const bool is_tower = std::ranges::find(towers, row.words) != towers.end();
    return !(is_tower && is_of_decoder) &&
           words.find('-' + std::string(row.words) + '-') != std::string::npos;
  });
  return found == named_kinds.end() ? std::string_view() : found->kind;
}

}  // namespace zp::import_io
