// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/catalog/catalog.h"
#include "core/catalog/programs.h"
#include "core/catalog/tensors.h"
#include "core/plan_file/plan_keys.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/units/format.h"

namespace zp {
namespace {

std::string or_dash(double value, std::string (*format)(double)) { return value > 0 ? format(value) : "–"; }

std::string teraflops(double value) { return format_number(value); }

Table model_table() {
  Table table{{"id", "Name", "Parameters", "Layers", "Hidden", "Heads", "Vocabulary"}, {}, "llrrrrr"};
  for (const ModelPreset& model : catalog().models) {
    const Architecture& shape = model.architecture;
    const TensorList tensors = tensors_of(shape);
    table.rows.push_back({model.id, model.name, format_params(total_parameters(tensors.kinds())),
                          format_count(shape.layers), format_count(shape.hidden_size),
                          format_count(shape.attention_heads), format_count(shape.vocab_size)});
  }
  return table;
}

Table gpu_table() {
  Table table{{"id", "Name", "Usable", "Bandwidth", "bf16 TFLOP/s", "Link in node", "PCIe"}, {}, "llrrrrr"};
  for (const GpuPreset& gpu : catalog().gpus)
    table.rows.push_back({gpu.id, gpu.name, format_gib(from_gib(gpu.memory_gib)),
                          or_dash(gpu.memory_gb_per_s, format_gb_per_s), or_dash(gpu.bf16_tflops, teraflops),
                          or_dash(gpu.link_gb_per_s, format_gb_per_s),
                          or_dash(gpu.pcie_gb_per_s, format_gb_per_s)});
  return table;
}

Table link_table() {
  Table table{{"id", "Name", "Kind", "Nominal", "Measured", "Scope"}, {}, "lllrrl"};
  for (const LinkPreset& link : catalog().links)
    table.rows.push_back({link.id, link.name, for_people(name_of(link.kind)),
                          or_dash(link.gb_per_s, format_gb_per_s),
                          or_dash(link.effective_gb_per_s, format_gb_per_s), link.scope});
  return table;
}

Table program_table() {
  Table table{{"id", "Name", "Read", "Repository", "Trains with"}, {}, "lllll"};
  for (const ProgramEntry& entry : program_entries()) {
    std::string frameworks;
    for (std::size_t i = 0; i < program_framework_count; ++i)
      if (const auto framework = static_cast<ProgramFramework>(i); entry.trains_with(framework))
        frameworks += (frameworks.empty() ? "" : ", ") + std::string(name_of(framework));
    table.rows.push_back({entry.id, entry.title, entry.version.empty() ? entry.date : entry.version,
                          entry.repository + '@' + entry.commit, frameworks});
  }
  return table;
}

}  // namespace

std::string presets_text(const CatalogParts& parts) {
  std::string text, own;
  const auto add = [&](bool is_wanted, std::string_view title, Table (*table)(), const auto& presets) {
    if (!is_wanted) return;
    text += (text.empty() ? "" : "\n") + std::string(title) + "\n" + aligned_table(table());
    for (const auto& preset : presets)
      if (!preset.row.empty()) own += (own.empty() ? "" : ", ") + preset.id;
  };
  add(parts.models, "Models (model.preset)", model_table, catalog().models);
  add(parts.gpus, "GPUs (cluster.gpu.preset)", gpu_table, catalog().gpus);
  add(parts.links, "Links (cluster.intra_node.preset, .inter_node, .host_link); GB/s in one direction",
      link_table, catalog().links);
  if (parts.programs)
    text += (text.empty() ? "" : "\n") + std::string("Training programs (training.program)\n") +
            aligned_table(program_table());
  return own.empty() ? text : text + "\nYours, of " + parts.user_file + ": " + own + ".\n";
}

std::string plan_keys_text() {
  std::string text =
      "Keys of a plan file (*.zplan.json). All are optional except one way of naming the model: "
      "model.preset,\n"
      "model.parameters, model.architecture or model.tensors.\n\n";
  for (const PlanKey& key : plan_keys()) {
    text += std::string(key.path) + "  (" + std::string(key.type) + ")";
    if (!key.default_value.empty()) text += "  default: " + std::string(key.default_value);
    text += "\n    " + wrapped(key.meaning, 96, 4) + "\n";
    if (!key.deepspeed_key.empty()) text += "    ds_config: " + std::string(key.deepspeed_key) + "\n";
  }
  return text;
}

}  // namespace zp
