// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/memory/odds.h"
#include "core/plan_file/plan_keys.h"
#include "core/rules/check_plan.h"
#include "core/sharding/edits.h"
#include "core/sharding/mixed_gpus.h"
#include "core/units/format.h"
#include "ui/fields/field_builders.h"
#include "ui/model/plan_results.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

using edits::LinkPlace;

const auto own_figures = u"own figures"_s;  // no preset has such an id: ids contain no spaces

/// Returns the GPU choices, grouped by vendor and class under headings.
std::vector<Choice> gpuChoices() {
  std::vector<Choice> choices = {{own_figures, u"Own figures"_s, u"Your own"_s}};
  std::vector<std::string> groups;
  const std::string own = toStd(ownPresetsHeading());
  const auto group_of = [&own](const GpuPreset& gpu) {
    return gpu.row.empty() ? gpu.vendor + ", " + gpu.gpu_class : own;
  };
  const std::vector<SharedGpuPreset>& gpus = offeredPresets().gpus;
  if (std::ranges::any_of(gpus, [](const SharedGpuPreset& gpu) { return !gpu->row.empty(); }))
    groups.push_back(own);  // listed before those of others
  for (const SharedGpuPreset& gpu : gpus)
    if (std::find(groups.begin(), groups.end(), group_of(*gpu)) == groups.end())
      groups.push_back(group_of(*gpu));
  for (const std::string& group : groups)
    for (const SharedGpuPreset& gpu : gpus)
      if (group_of(*gpu) == group)
        choices.push_back({toQt(gpu->id),
                           toQt(gpu->name),
                           toQt(group),
                           toQt(format_gib(from_gib(gpu->memory_gib))) + u" usable. " + toQt(gpu->note),
                           {},
                           toQt(gpu->generation)});
  return choices;
}

ChoiceField gpuField() {
  ChoiceField field{{u"gpuPreset"_s, u"&GPU"_s, "cluster.gpu.preset"}};
  field.look = ChoiceLook::searchable_combo;
  field.list = gpuChoices;
  field.choices = gpuChoices();
  field.value = [](const Plan& plan) {
    const SharedGpuPreset& preset = plan.cluster.gpu.preset;
    return preset ? choiceOf(AnyPreset(preset)) : own_figures;
  };
  field.shown = [](const Plan& plan) { return shownOf(AnyPreset(plan.cluster.gpu.preset)); };
  field.set = [value = field.value](Plan plan, const QString& id) {
    if (id == value(plan)) return plan;
    return edits::set_gpu_preset(std::move(plan), offeredPresets().find_gpu(toStd(id)));
  };
  field.decides_reach = true;
  return field;
}

/// Returns a field for a figure of the GPU, with the preset's figure if there is one.
NumberField gpuFigureField(FieldInfo info, const Scale& scale) {
  NumberField field = numberField(std::move(info), scale);
  field.preset = [of_preset = field.preset](const Plan& plan, const SharedModelPreset& model_preset) {
    return plan.cluster.gpu.preset ? of_preset(plan, model_preset) : std::nullopt;
  };
  field.marks_difference = true;
  return field;
}

/// Returns the default number of GPUs of the other kind: half of all.
int halfOfAll(const Plan& plan) { return std::max(1, plan.cluster.ranks() / 2); }

/// Returns the field for a second kind of GPU in the cluster; further kinds can be stated only in the plan
/// file.
ChoiceField otherGpuField() {
  const QString none = u"none"_s;
  ChoiceField field{{u"otherGpu"_s, u"Other GPUs"_s, "cluster.other_gpus"}};
  field.look = ChoiceLook::searchable_combo;
  field.list = [none] {
    std::vector<Choice> choices = gpuChoices();
    choices.insert(choices.begin(), {none, u"None"_s});
    return choices;
  };
  field.choices = field.list();
  field.value = [none](const Plan& plan) {
    const OtherGpus& other = plan.cluster.other_gpus.front();
    if (other.count <= 0) return QString(none);
    return other.gpu.preset ? choiceOf(AnyPreset(other.gpu.preset)) : own_figures;
  };
  field.shown = [](const Plan& plan) {
    return shownOf(AnyPreset(plan.cluster.other_gpus.front().gpu.preset));
  };
  field.set = [value = field.value](Plan plan, const QString& id) {
    if (id == value(plan)) return plan;
    const SharedGpuPreset preset = offeredPresets().find_gpu(toStd(id));
    OtherGpus other = plan.cluster.other_gpus.front();
    if (id == own_figures) {
      if (other.count <= 0) other.gpu = plan.cluster.gpu;
      other.gpu.preset = {};
    } else if (preset) {
      other.gpu = gpu_from_preset(preset);
    }
    if (other.count <= 0) other.count = halfOfAll(plan);
    if (!preset && id != own_figures) other.count = 0;
    return with_other_gpus(std::move(plan), other);
  };
  return field;
}

NumberField otherGpuCountField() {
  NumberField field = numberField({u"otherGpuCount"_s, u"Count of others"_s, "cluster.other_gpus"},
                                  {QuantityKind::count, powersOfTwo(1, 64)}, rank_range);
  field.unavailable = [](const Plan& plan) {
    return plan.cluster.other_gpus.front().count > 0 ? QString() : QObject::tr("there are none");
  };
  field.value = [](const Plan& plan) {
    return static_cast<double>(std::max(1, plan.cluster.other_gpus.front().count));
  };
  field.set = [](Plan plan, double count) {
    OtherGpus other = plan.cluster.other_gpus.front();
    if (other.count <= 0) other.gpu = plan.cluster.gpu;
    other.count = static_cast<int>(std::llround(count));
    return with_other_gpus(std::move(plan), other);
  };
  field.preset = [](const Plan& plan, const SharedModelPreset&) {
    return std::optional<double>(halfOfAll(plan));
  };
  return field;
}

NumberField gpuMemoryField() {
  return gpuFigureField(
      {u"gpuMemory"_s, u"GPU &memory"_s, "cluster.gpu.memory_gib"},
      {QuantityKind::gib,
       Stops({8, 12, 16, 24, 32, 40, 48, 64, 80, 96, 141, 192, 288}, Spacing::logarithmic, 0.1),
       {},
       StepMode::multiple});
}

NumberField gpuPeakField() {
  return gpuFigureField(
      {u"gpuTflops"_s, u"GPU peak"_s, "cluster.gpu.bf16_tflops"},
      {QuantityKind::number, Stops({65, 125, 312, 500, 989, 2250, 2500}, Spacing::logarithmic, 0),
       u"TFLOPS"_s, StepMode::decade});
}

constexpr int most_in_node = 16, most_nodes = 1024;  // ends of the sliders

/// Returns true if the plan fits with the default odds (FitDemand); nullopt if it cannot be estimated.
std::optional<bool> fits(const Plan& plan) {
  if (!is_usable(plan)) return std::nullopt;
  return fit_odds(plan, estimate_memory(plan)).both >= FitDemand().confidence;
}

/// Returns the number of GPUs up to which memory is too small. Tries the slider's stops, then the numbers
/// between the last stop that does not fit and the first that does; memory falls with every additional GPU.
std::optional<Cliff> tooFewCliff(const NumberField& field, const Plan& plan) {
  int refused = 0;
  for (const double stop : field.spec.stops.values()) {
    const std::optional<bool> enough = fits(field.set(plan, stop));
    if (enough && *enough) {
      if (refused == 0) return std::nullopt;
      for (int first = static_cast<int>(stop); first - refused > 1;) {
        const int middle = (first + refused) / 2;
        (fits(field.set(plan, middle)).value_or(false) ? first : refused) = middle;
      }
      return Cliff{static_cast<double>(refused), false, true,
                   QObject::tr("up to %1 out of memory").arg(toQt(format_count(refused)))};
    }
    if (enough) refused = static_cast<int>(stop);
  }
  return std::nullopt;
}

/// Adds that mark to the relevant field: GPUs per node for a plan of one node, nodes for several.
NumberField withTooFew(NumberField field, bool of_nodes) {
  field.cliff = [asked = field, of_nodes](const Plan& plan) -> std::optional<Cliff> {
    if ((plan.cluster.nodes > 1) != of_nodes) return std::nullopt;
    return tooFewCliff(asked, plan);
  };
  return field;
}

NumberField nodesField() {
  return withExposure(withTooFew(numberField({u"nodes"_s, u"N&odes"_s, "cluster.nodes"},
                                             {QuantityKind::count, powersOfTwo(1, most_nodes)}),
                                 true));
}

NumberField gpusPerNodeField() {
  NumberField field = numberField({u"gpusPerNode"_s, u"GPUs / &node"_s, "cluster.gpus_per_node"},
                                  {QuantityKind::count, powersOfTwo(1, most_in_node)});
  field.set = [](Plan plan, double value) {
    return edits::set_gpus_per_node(std::move(plan), static_cast<int>(std::llround(value)));
  };
  return withTooFew(std::move(field), false);
}

LinkKind kindFor(LinkPlace place) {
  switch (place) {
    case LinkPlace::intra_node:
      return LinkKind::gpu_fabric;
    case LinkPlace::inter_node:
      return LinkKind::inter_node;
    case LinkPlace::host:
      break;
  }
  return LinkKind::host;
}

const auto implied_link_choice = u"implied"_s;

std::vector<Choice> linkChoices(LinkPlace place) {
  std::vector<Choice> choices = {
      {implied_link_choice, place == LinkPlace::inter_node ? u"Default"_s : u"The GPU's own"_s}};
  const std::vector<SharedLinkPreset>& links = offeredPresets().links;
  const bool has_own = std::ranges::any_of(links, [place](const SharedLinkPreset& link) {
    return link->kind == kindFor(place) && !link->row.empty();
  });
  for (const bool own : {true, false})
    for (const SharedLinkPreset& link : links)
      if (link->kind == kindFor(place) && link->row.empty() != own)
        choices.push_back({toQt(link->id), toQt(link->name),
                           own       ? ownPresetsHeading()
                           : has_own ? QObject::tr("Links")
                                     : QString(),
                           toQt(link->note)});
  return choices;
}

ChoiceField linkField(FieldInfo info, LinkPlace place) {
  ChoiceField field{std::move(info)};
  field.look = ChoiceLook::searchable_combo;
  field.list = [place] { return linkChoices(place); };
  field.choices = field.list();
  field.value = [place](const Plan& plan) {
    const SharedLinkPreset& preset = edits::link_of(plan.cluster, place).preset;
    return preset ? choiceOf(AnyPreset(preset)) : implied_link_choice;
  };
  field.shown = [place](const Plan& plan) {
    return shownOf(AnyPreset(edits::link_of(plan.cluster, place).preset));
  };
  field.set = [place, value = field.value](Plan plan, const QString& id) {
    if (id == value(plan)) return plan;
    return edits::set_link_preset(std::move(plan), place, offeredPresets().find_link(toStd(id)));
  };
  return field;
}

/// Returns the scale of a link between nodes, in Gbit/s, the unit in which its speed is usually stated.
Scale networkScale(std::vector<double> stops) {
  return {QuantityKind::gbit, Stops(std::move(stops), Spacing::logarithmic, 0), {}, StepMode::decade};
}

Scale speedScale(std::vector<double> stops) {
  const Spacing spacing = stops.front() > 0 ? Spacing::logarithmic : Spacing::linear;
  return {QuantityKind::number, Stops(std::move(stops), spacing, 0), u"GB/s"_s, StepMode::decade};
}

NumberField linkSpeedField(FieldInfo info, LinkPlace place, const Scale& scale, const QString& spoken) {
  NumberField field = numberField(std::move(info), scale);
  field.spec.spoken = spoken;
  field.value = [place](const Plan& plan) { return edits::link_of(plan.cluster, place).gb_per_s; };
  field.set = [place](Plan plan, double value) {
    return edits::set_link_speed(std::move(plan), place, value);
  };
  field.preset = [place](const Plan& plan, const SharedModelPreset&) {
    const SharedLinkPreset& preset = edits::link_of(plan.cluster, place).preset;
    return std::optional<double>(
        edits::link_of(edits::set_link_preset(plan, place, preset).cluster, place).gb_per_s);
  };
  field.marks_difference = true;
  return field;
}

/// Returns a field for the speed from a node to the storage of checkpoints.
NumberField storageField(FieldInfo info, std::vector<std::string> also) {
  info.also = std::move(also);
  return numberField(std::move(info), speedScale({0.1, 0.3, 1, 3, 10, 25, 50}));
}

}  // namespace

std::vector<Field> clusterFields() {
  return {
      gpuField(),
      gpusPerNodeField(),
      nodesField(),
      gpuMemoryField(),
      linkSpeedField({u"intraNodeSpeed"_s, u"In the node"_s, "cluster.intra_node.gb_per_s"},
                     LinkPlace::intra_node, speedScale({16, 32, 64, 100, 150, 200, 300, 450, 900, 1800}),
                     u"Speed between the GPUs of a node, of each GPU and direction"_s),
      linkSpeedField({u"interNodeSpeed"_s, u"Bet&ween nodes"_s, "cluster.inter_node.gb_per_s"},
                     LinkPlace::inter_node, networkScale({0.125, 1.25, 3.125, 6.25, 12.5, 25, 50, 100, 200}),
                     u"Speed between nodes, of each GPU and direction"_s),
      numberField({u"cpuMemory"_s, u"Host &RAM / node"_s, "cluster.cpu_memory_gib"},
                  {QuantityKind::gib, Stops({64, 128, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096})})};
}

GroupFact clusterFact(const PlanResults& results) {
  const std::int64_t gpus = results.evaluation.document.plan.cluster.ranks();
  const QString count = toQt(format_count(gpus)) + (gpus == 1 ? u" GPU"_s : u" GPUs"_s);
  return {count + u", links per GPU"_s, count,
          QObject::tr("The speeds of the links are those of one GPU in one direction.")};
}

std::vector<Field> linkFields() {
  return {
      otherGpuField(),
      otherGpuCountField(),
      gpuPeakField(),
      gpuFigureField({u"gpuBandwidth"_s, u"GPU bandwidth"_s, "cluster.gpu.memory_gb_per_s"},
                     speedScale({300, 600, 900, 1555, 2039, 3350, 4800, 8000})),
      linkField({u"intraNode"_s, u"Link in the node"_s, "cluster.intra_node.preset"}, LinkPlace::intra_node),
      linkField({u"interNode"_s, u"Link of nodes"_s, "cluster.inter_node.preset"}, LinkPlace::inter_node),
      linkField({u"hostLink"_s, u"To the host"_s, "cluster.host_link.preset"}, LinkPlace::host),
      linkSpeedField({u"hostLinkSpeed"_s, u"Speed"_s, "cluster.host_link.gb_per_s"}, LinkPlace::host,
                     speedScale({4, 8, 12.5, 16, 25, 32, 64, 128, 450}), u"Speed of the link to the host"_s),
      numberField({u"cpuBandwidth"_s, u"CPU memory"_s, "cluster.cpu_memory_gb_per_s"},
                  speedScale({50, 100, 200, 300, 400, 600, 800})),
      numberField({u"cpuCores"_s, u"CPU cores"_s, "cluster.cpu_cores"},
                  {QuantityKind::count, Stops({8, 16, 32, 48, 64, 96, 128, 192, 256})}),
      numberField(
          {u"nvmeCapacity"_s, u"NVMe space"_s, "cluster.nvme.capacity_gib"},
          {QuantityKind::gib, Stops({0, 500, 1000, 2000, 3500, 7000, 15000, 30000}, Spacing::linear)}),
      numberField({u"nvmeRead"_s, u"NVMe read"_s, "cluster.nvme.read_gb_per_s"},
                  speedScale({0, 1, 3, 6, 12, 25, 50, 100})),
      numberField({u"nvmeWrite"_s, u"NVMe write"_s, "cluster.nvme.write_gb_per_s"},
                  speedScale({0, 1, 2, 4, 8, 16, 32, 64})),
      storageField({u"storageWrite"_s, u"Checkpoints write"_s, "cluster.storage.write_gb_per_s"},
                   {"cluster.storage.total_write_gb_per_s", "cluster.storage.process_write_gb_per_s"}),
      storageField({u"storageRead"_s, u"Checkpoints read"_s, "cluster.storage.read_gb_per_s"},
                   {"cluster.storage.total_read_gb_per_s", "cluster.storage.process_read_gb_per_s"}),
      numberField({u"gpuWatts"_s, u"GPU power"_s, "cluster.gpu_watts"},
                  {QuantityKind::number, Stops({0, 250, 300, 400, 500, 700, 1000, 1400}, Spacing::linear, 0),
                   u"W"_s, StepMode::decade}),
      numberField({u"powerOverhead"_s, u"Power overhead"_s, "cluster.power_overhead"},
                  {QuantityKind::number, Stops({1, 1.2, 1.44, 1.6, 2, 3}, Spacing::linear, 0), u"×"_s,
                   StepMode::decade}),
      numberField({u"failures"_s, u"Failures"_s, "cluster.failures.per_million_gpu_hours"},
                  {QuantityKind::number, Stops({0, 12, 20, 34, 81, 200, 1000}, Spacing::linear, 0),
                   u"/ M GPU h"_s, StepMode::decade}),
      numberField({u"restartMinutes"_s, u"Restart"_s, "cluster.failures.restart_minutes"},
                  {QuantityKind::number, Stops({0, 5, 10, 20, 60, 180, 600}, Spacing::linear, 0), u"min"_s,
                   StepMode::decade})};
}

}  // namespace zp
