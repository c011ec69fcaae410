// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/machines.h"

#include <embedded/catalog.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "core/catalog/catalog.h"
#include "core/text/ordered_json.h"
#include "core/text/text_file.h"
#include "core/text/user_folder.h"
#include "core/units/format.h"
#include "core/units/range.h"

namespace zp {
namespace {

using text_io::Json;

/// One key of an entry. Exactly one of `text`, `count` and `number` is set.
struct MachineField {
  std::string_view key;
  std::string Machine::*text = nullptr;
  int Machine::*count = nullptr;
  double Machine::*number = nullptr;
  Range range = {};
  bool is_needed = false;
};

constexpr double million = 1e6;
constexpr Range figures{0, million};

constexpr std::array machine_fields = {
    MachineField{.key = "provider", .text = &Machine::provider, .is_needed = true},
    MachineField{.key = "instance", .text = &Machine::instance, .is_needed = true},
    MachineField{.key = "gpu", .text = &Machine::gpu, .is_needed = true},
    MachineField{.key = "gpus", .count = &Machine::gpus, .range = {1, 1024}, .is_needed = true},
    MachineField{.key = "host_gib", .number = &Machine::host_gib, .range = figures},
    MachineField{.key = "vcpus", .count = &Machine::vcpus, .range = {0, 65'536}},
    MachineField{.key = "nvme_tb", .number = &Machine::nvme_tb, .range = figures},
    MachineField{.key = "nvme_gb_per_s", .number = &Machine::nvme_gb_per_s, .range = figures},
    MachineField{.key = "network_gbit_per_s", .number = &Machine::network_gbit_per_s, .range = figures},
    MachineField{.key = "network", .text = &Machine::network},
    MachineField{.key = "intra_node", .text = &Machine::intra_node},
    MachineField{.key = "usd_per_hour", .number = &Machine::usd_per_hour, .range = figures},
    MachineField{.key = "spot_usd_per_hour", .number = &Machine::spot_usd_per_hour, .range = figures},
    MachineField{.key = "region", .text = &Machine::region},
    MachineField{.key = "price_date", .text = &Machine::price_date},
    MachineField{.key = "source", .text = &Machine::source},
};

[[noreturn]] void fail(std::size_t index, std::string_view key, const std::string& rest) {
  const std::string path =
      "machines[" + std::to_string(index) + "]" + (key.empty() ? "" : ".") + std::string(key);
  throw FileError(path, path + " " + rest);
}

double number_at(std::size_t index, const MachineField& field, const Json& value) {
  const bool is_whole = field.count == nullptr || value.is_number_integer();
  if (value.is_number() && is_whole && field.range.holds(value.get<double>())) return value.get<double>();
  fail(index, field.key,
       std::string("must be a ") + (field.count != nullptr ? "whole " : "") + "number from " +
           format_number(field.range.low) + " to " + format_number(field.range.high, 7) + ".");
}

void read_field(std::size_t index, const MachineField& field, const Json& value, Machine& machine) {
  if (field.text != nullptr) {
    if (!value.is_string() || value.get_ref<const std::string&>().empty())
      fail(index, field.key, "must be a text in double quotes.");
    machine.*field.text = value.get<std::string>();
  } else if (field.count != nullptr) {
    machine.*field.count = static_cast<int>(number_at(index, field, value));
  } else {
    machine.*field.number = number_at(index, field, value);
  }
}

Machine read_machine(std::size_t index, const Json& row) {
  if (!row.is_object()) fail(index, "", "must be an object in braces.");
  Machine machine;
  for (const auto& [key, value] : row.items()) {
    const auto field = std::ranges::find(machine_fields, key, &MachineField::key);
    if (field == machine_fields.end()) {
      std::string known;
      for (const MachineField& machine_field : machine_fields)
        known += (known.empty() ? "" : ", ") + std::string(machine_field.key);
      fail(index, key, "is not known; an entry has " + known + ".");
    }
    read_field(index, *field, value, machine);
  }
  for (const MachineField& field : machine_fields)
    if (field.is_needed && !row.contains(field.key)) fail(index, field.key, "is missing.");
  if (!catalog().find_gpu(machine.gpu))
    fail(index, "gpu", "names no GPU preset; \"zero-planner presets --gpus\" lists their ids.");
  return machine;
}

}  // namespace

std::vector<Machine> read_machines(std::string_view file) {
  const Json tree = text_io::parse_json(file);
  const Json* list = text_io::member(&tree, "machines");
  if (list == nullptr || !list->is_array())
    throw FileError("machines", "A file of machines has a list \"machines\" of one object for each.");
  std::vector<Machine> machines;
  for (std::size_t i = 0; i < list->size(); ++i) {
    Machine machine = read_machine(i, (*list)[i]);
    if (std::ranges::any_of(machines, [&](const Machine& other) { return other.id() == machine.id(); }))
      fail(i, "instance", "appears twice for this provider: " + machine.id() + ".");
    machines.push_back(std::move(machine));
  }
  return machines;
}

const std::vector<Machine>& shipped_machines() {
  static const std::vector<Machine> read = read_machines(embedded::machines_json);
  return read;
}

std::string own_machines_path() { return user_config_path("machines.json"); }

std::vector<Machine> all_machines() {
  std::vector<Machine> machines;
  std::error_code none;
  if (const std::string path = own_machines_path(); !path.empty() && std::filesystem::exists(path, none))
    machines = read_machines(read_text_file(path));
  const std::size_t own = machines.size();
  for (const Machine& shipped : shipped_machines())
    if (std::none_of(machines.begin(), machines.begin() + static_cast<std::ptrdiff_t>(own),
                     [&](const Machine& machine) { return machine.id() == shipped.id(); }))
      machines.push_back(shipped);
  return machines;
}

}  // namespace zp
