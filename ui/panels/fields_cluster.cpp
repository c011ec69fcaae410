// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "ui/model/edits.h"
#include "ui/model/field_builders.h"
#include "ui/model/text.h"

namespace zp {
namespace {

using namespace Qt::StringLiterals;
using edits::LinkPlace;

ChoiceField gpuPresetField() {
  ChoiceField field{{u"gpuPreset"_s, u"GPU"_s, "cluster.gpu.preset"}};
  field.look = ChoiceLook::searchable_combo;
  field.options << u"Own figures"_s;
  for (const GpuPreset& preset : catalog().gpus)
    field.options << toQt(preset.name);
  field.value = [](const Plan& plan) { return plan.cluster.gpu.preset + 1; };
  field.set = [](Plan plan, int option) { return edits::setGpuPreset(std::move(plan), option - 1); };
  return field;
}

NumberField gpuMemoryField() {
  NumberField field{{u"gpuMemory"_s, u"GPU memory"_s, "cluster.gpu.memory_gib"}};
  field.kind = NumberKind::gib;
  field.low = 0.5;
  field.high = 10'000;
  field.stops = {8, 12, 16, 24, 32, 40, 48, 64, 80, 96, 141, 192, 288};
  field.value = [](const Plan& plan) { return plan.cluster.gpu.memory_gib; };
  field.set = [](Plan plan, double value) {
    plan.cluster.gpu.memory_gib = value;
    return plan;
  };
  field.preset = [](const Plan& plan, int) {
    const int preset = plan.cluster.gpu.preset;
    return preset < 0 ? std::nullopt : std::optional<double>(gpu_from_preset(preset).memory_gib);
  };
  field.marks_difference = true;
  return field;
}

NumberField gpusPerNodeField() {
  auto field = numberField<&Plan::cluster, &Cluster::gpus_per_node>(
      {u"gpusPerNode"_s, u"GPUs / &node"_s, "cluster.gpus_per_node"}, NumberKind::count, 1, 1024, powersOfTwo(1, 16));
  field.set = [](Plan plan, double value) {
    return edits::setGpusPerNode(std::move(plan), static_cast<int>(std::llround(value)));
  };
  return field;
}

/// The catalog's links that can stand in that place, by index.
std::vector<int> linksFor(LinkPlace place) {
  const LinkKind kind = place == LinkPlace::host         ? LinkKind::host
                        : place == LinkPlace::inter_node ? LinkKind::inter_node
                                                         : LinkKind::gpu_fabric;
  std::vector<int> indices;
  for (std::size_t i = 0; i < catalog().links.size(); ++i)
    if (catalog().links[i].kind == kind) indices.push_back(static_cast<int>(i));
  return indices;
}

ChoiceField linkPresetField(FieldInfo info, LinkPlace place) {
  ChoiceField field{std::move(info)};
  field.look = ChoiceLook::searchable_combo;
  const std::vector<int> links = linksFor(place);
  field.options << (place == LinkPlace::inter_node ? u"Default"_s : u"The GPU's own"_s);
  for (const int link : links)
    field.options << toQt(catalog().links[static_cast<std::size_t>(link)].name);
  field.value = [place, links](const Plan& plan) {
    const auto found = std::find(links.begin(), links.end(), edits::linkOf(plan.cluster, place).preset);
    return found == links.end() ? 0 : static_cast<int>(found - links.begin()) + 1;
  };
  field.set = [place, links](Plan plan, int option) {
    const int link = option == 0 ? -1 : links[static_cast<std::size_t>(option - 1)];
    return edits::setLinkPreset(std::move(plan), place, link);
  };
  return field;
}

NumberField linkSpeedField(FieldInfo info, LinkPlace place, std::vector<double> stops) {
  NumberField field{std::move(info)};
  field.kind = NumberKind::gb_per_s;
  field.low = 0.01;
  field.high = 100'000;
  field.stops = std::move(stops);
  field.value = [place](const Plan& plan) { return edits::linkOf(plan.cluster, place).gb_per_s; };
  field.set = [place](Plan plan, double value) { return edits::setLinkSpeed(std::move(plan), place, value); };
  field.preset = [place](const Plan& plan, int) {
    const int preset = edits::linkOf(plan.cluster, place).preset;
    return std::optional<double>(edits::linkOf(edits::setLinkPreset(plan, place, preset).cluster, place).gb_per_s);
  };
  field.marks_difference = true;
  return field;
}

template <auto Member>
NumberField nvmeField(FieldInfo info, NumberKind kind, double low, double high, std::vector<double> stops) {
  NumberField field{std::move(info)};
  field.kind = kind;
  field.low = low;
  field.high = high;
  field.stops = std::move(stops);
  field.value = [](const Plan& plan) { return plan.cluster.nvme.*Member; };
  field.set = [](Plan plan, double value) {
    plan.cluster.nvme.*Member = value;
    return plan;
  };
  field.preset = [](const Plan&, int) { return std::optional<double>(Nvme().*Member); };
  return field;
}

}  // namespace

const std::vector<Field>& clusterFields() {
  static const std::vector<Field> fields = {
      gpuPresetField(),
      gpuMemoryField(),
      gpusPerNodeField(),
      numberField<&Plan::cluster, &Cluster::nodes>({u"nodes"_s, u"N&odes"_s, "cluster.nodes"}, NumberKind::count, 1,
                                                   65'536, powersOfTwo(1, 1024)),
      numberField<&Plan::cluster, &Cluster::cpu_memory_gib>(
          {u"cpuMemory"_s, u"CPU &RAM / node"_s, "cluster.cpu_memory_gib"}, NumberKind::gib, 1, 1'000'000,
          {64, 128, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096}),
  };
  return fields;
}

const std::vector<Field>& linkFields() {
  static const std::vector<Field> fields = {
      linkPresetField({u"intraNodePreset"_s, u"In the node"_s, "cluster.intra_node.preset"}, LinkPlace::intra_node),
      linkSpeedField({u"intraNodeSpeed"_s, u"Speed"_s, "cluster.intra_node.gb_per_s"}, LinkPlace::intra_node,
                     {16, 32, 64, 100, 150, 200, 300, 450, 900, 1800}),
      linkPresetField({u"interNodePreset"_s, u"Between nodes"_s, "cluster.inter_node.preset"}, LinkPlace::inter_node),
      linkSpeedField({u"interNodeSpeed"_s, u"Speed"_s, "cluster.inter_node.gb_per_s"}, LinkPlace::inter_node,
                     {0.125, 1.25, 3.125, 6.25, 12.5, 25, 50, 100, 200}),
      linkPresetField({u"hostLinkPreset"_s, u"To the host"_s, "cluster.host_link.preset"}, LinkPlace::host),
      linkSpeedField({u"hostLinkSpeed"_s, u"Speed"_s, "cluster.host_link.gb_per_s"}, LinkPlace::host,
                     {4, 8, 12, 16, 25, 32, 64, 128, 450}),
      nvmeField<&Nvme::capacity_gib>({u"nvmeCapacity"_s, u"NVMe space"_s, "cluster.nvme.capacity_gib"},
                                     NumberKind::gib, 0, 10'000'000, {0, 500, 1000, 2000, 3500, 7000, 15000, 30000}),
      nvmeField<&Nvme::read_gb_per_s>({u"nvmeRead"_s, u"NVMe read"_s, "cluster.nvme.read_gb_per_s"},
                                      NumberKind::gb_per_s, 0, 10'000, {0, 1, 3, 6, 12, 25, 50, 100}),
      nvmeField<&Nvme::write_gb_per_s>({u"nvmeWrite"_s, u"NVMe write"_s, "cluster.nvme.write_gb_per_s"},
                                       NumberKind::gb_per_s, 0, 10'000, {0, 1, 2, 4, 8, 16, 32, 64}),
  };
  return fields;
}

}  // namespace zp
