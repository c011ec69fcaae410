// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/architecture.h"
#include "core/catalog/shared_preset.h"
#include "core/catalog/vision_tower.h"
#include "core/text/words.h"
#include "core/units/quantity.h"

/// The presets of resources/catalog/*.json, embedded at build time. To add a model, a GPU or a link, edit one
/// file. The user's own presets are separate (own_presets.h, user_presets.h).
namespace zp {

struct ModelPreset {
  std::string id;     ///< "llama-2-7b"
  std::string name;   ///< "Llama 2 7B"
  std::string hf_id;  ///< Hugging Face repository, or empty
  Architecture architecture;
  VisionTower vision;  ///< without layers if the model has no tower
  std::string source;  ///< source of the shape
  std::string note;
  std::string row;  ///< whole entry as JSON; "" for a shipped preset

  bool operator==(const ModelPreset&) const = default;
};
using SharedModelPreset = SharedPreset<ModelPreset>;

struct GpuPreset {
  std::string id, name, vendor, generation, gpu_class;  ///< gpu_class: datacenter, workstation, consumer
  int release_year = 0;
  double marketing_gb = 0;     ///< memory in the product name
  double memory_gib = 0;       ///< usable memory: the total that the framework reports
  std::string memory_basis;    ///< source of the usable figure
  double memory_gb_per_s = 0;  ///< HBM or GDDR bandwidth
  double bf16_tflops = 0;      ///< dense peak; the fp16 figure if the card has no bf16
  double fp8_tflops = 0;       ///< dense peak; 0 = no fp8 matrix products
  double fp32_tflops = 0;      ///< 0 = not published
  double measured_tflops = 0;  ///< best measured bf16 matrix product; 0 = none known
  double sustained_share = 0;  ///< share of the dense peak that matrix products sustain in training
  double fp8_share = 0;        ///< the same for fp8 matrix products
  double pcie_gb_per_s = 0;    ///< PCIe, one direction, nominal
  double host_gb_per_s = 0;    ///< link to host memory: NVLink-C2C if the GPU has it, else its PCIe
  // The host of the vendor's own node; 0 = not stated.
  double host_memory_gb_per_s = 0;  ///< nominal bandwidth of its memory
  double host_memory_gib = 0;       ///< memory a program can use
  int host_cores = 0;
  /// GPUs per host processor. If it is not 0, the three figures above are per processor, and a node has as
  /// many processors as its GPUs need; 0 = the figures are per node.
  int host_gpus = 0;
  std::string link_type;     ///< "NVLink 3", "none"
  double link_gb_per_s = 0;  ///< link inside the node, per GPU, one direction, nominal; 0 = PCIe only
  std::string link_preset;   ///< id of the link preset with its effective speed; "" = none
  int link_peers = 0;        ///< number of GPUs that it is directly linked to, without a switch; else 0
  bool has_bf16 = true;
  double watts = 0;
  std::string note, source;
  std::string row;  ///< whole entry as JSON; "" for a shipped preset

  bool operator==(const GpuPreset&) const = default;
};
using SharedGpuPreset = SharedPreset<GpuPreset>;

enum class LinkKind : std::uint8_t { host, gpu_fabric, inter_node, nvme };
template <>
inline constexpr auto words_of<LinkKind> = word_list("host", "gpu_fabric", "inter_node", "nvme");

struct LinkPreset {
  std::string id, name;
  LinkKind kind = LinkKind::host;
  std::string scope;  ///< as published: "per GPU", "per node (8 GPUs)", "per port" …
  /// True for the scopes "per node …" and "per port …": the node's GPUs share the figure, which is divided by
  /// their number.
  bool shared_by_node = false;
  double gb_per_s = 0;            ///< nominal, one direction, in the unit of `scope`
  double effective_gb_per_s = 0;  ///< speed of large messages
  double write_gb_per_s = 0;      ///< nvme: write speed (gb_per_s is the read speed); 0 for other kinds
  double latency_us = 0;          ///< 0 = not published
  std::string note, source;
  std::string row;  ///< whole entry as JSON; "" for a shipped preset

  bool operator==(const LinkPreset&) const = default;
};
using SharedLinkPreset = SharedPreset<LinkPreset>;

/// Share of the dense peak that matrix products sustain in training; "" matches any generation or class.
struct SustainedRule {
  std::string generation, gpu_class;
  double share = 0;
  double fp8_over_16_bit = 1;  ///< share of fp8 matrix products ÷ share of 16-bit matrix products
};

/// Presets to choose from: the shipped ones, possibly followed by the user's own (own_presets.h).
struct Catalog {
  std::vector<SharedModelPreset> models;
  std::vector<SharedGpuPreset> gpus;
  std::vector<SharedLinkPreset> links;
  std::vector<SustainedRule> sustained;  ///< the first matching rule applies

  /// Returns the share of an unknown GPU, which is that of the rule for any GPU.
  [[nodiscard]] double usual_sustained_share() const { return sustained.back().share; }

  /// Each returns the preset with that id, or an empty pointer. A model is also found by the name of its
  /// repository (aliases.h), a GPU by its usual name (gpu_names.h).
  [[nodiscard]] SharedModelPreset find_model(std::string_view id) const;
  [[nodiscard]] SharedGpuPreset find_gpu(std::string_view id) const;
  [[nodiscard]] SharedLinkPreset find_link(std::string_view id) const;
};

/// Returns the shipped presets, which are parsed on first use and never change. Throws std::logic_error,
/// naming the file and the entry, if a resource is malformed: tests ensure that no such build is released.
const Catalog& catalog();

/// Returns a preset's id: its name in lower case, with every run of characters other than ASCII letters,
/// digits and dots replaced by one '-', and none at the ends ("A100 SXM4 80GB" → "a100-sxm4-80gb").
std::string preset_id(std::string_view name);

/// Returns the id of a repository's name without its owner and without words about training or storage:
/// "llama-3-8b" for "NousResearch/Meta-Llama-3-8B-Instruct".
std::string shape_id(std::string_view repository);

/// Returns the known ids most similar to a misspelt one, best first, at most `limit`, for "did you mean …".
/// Ids that contain `id`, ignoring hyphens, come first, then ids within an edit distance of half its length;
/// empty if no id is similar.
std::vector<std::string> similar_ids(std::string_view id, const std::vector<std::string>& known,
                                     std::size_t limit = 3);

}  // namespace zp
