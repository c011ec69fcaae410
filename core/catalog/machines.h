// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Machines for rent or sale: instances of cloud vendors with their prices, and workstations
/// (resources/catalog/machines.json), plus machines from a file of the user.
namespace zp {

/// One node. A figure is 0 if the vendor does not publish it.
struct Machine {
  std::string provider;           ///< "aws"; "consumer" for privately owned cards
  std::string instance;           ///< "p5.48xlarge"
  std::string gpu;                ///< id of a GPU preset
  int gpus = 1;                   ///< GPUs of the node
  double host_gib = 0;            ///< host memory
  int vcpus = 0;                  ///< two per core
  double nvme_tb = 0;             ///< 10^12 bytes of the node's own drives
  double nvme_gb_per_s = 0;       ///< speed of these drives
  double network_gbit_per_s = 0;  ///< of the whole node; 0 = cannot be joined with other nodes
  std::string network;            ///< "EFA", "InfiniBand"
  std::string intra_node;         ///< "NVLink 4 NVSwitch", "PCIe 5"
  double usd_per_hour = 0;        ///< of the whole node, on-demand price
  double spot_usd_per_hour = 0;
  std::string region, price_date, source;

  /// Returns "aws/p5.48xlarge", the name in commands.
  [[nodiscard]] std::string id() const { return provider + "/" + instance; }
  bool operator==(const Machine&) const = default;
};

/// Returns the machines of a file in the format of resources/catalog/machines.json. Throws FileError with
/// entry, key and fix if the text is not JSON, a required key is missing (provider, instance, gpu, gpus), a
/// value has the wrong type or is out of range, a key or a GPU is unknown, or two entries have the same id.
std::vector<Machine> read_machines(std::string_view file);

/// Returns the shipped machines, in the order of their file.
const std::vector<Machine>& shipped_machines();

/// Returns the path of the user's own file of machines: machines.json in the folder of presets.json
/// (user_presets.h).
std::string own_machines_path();

/// Returns the shipped machines and those of the user's file; the latter replace shipped machines with the
/// same id. The file may be missing. Throws FileError as read_machines does.
std::vector<Machine> all_machines();

}  // namespace zp
