// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "tests/support/csv.h"

/// Turns published measurements into plans: a row's columns, what its source says of all its runs
/// (tests/data/published-settings.json), and the plan file's defaults for the rest.
namespace zp::test {

/// Multiply-adds of a forward pass: per token, and per token and position of its sequence. 0
/// means not stated.
struct ForwardMacs {
  double fixed = 0, by_sequence = 0;
};

struct Published {
  CsvRow row{{}};
  std::string id, source;
  std::string file;  ///< file name in tests/data
  Plan plan;
  std::string configuration;  ///< "llama3-8b, stage 3, optimizer on cpu, 8 × H200, micro batch 1, …"
  std::string settings_from;  ///< the place of the settings that the columns lack
  std::string meaning;  ///< what was read: "allocated", "reserved", "nvidia-smi"; "" if the metric says it
  std::string unit;     ///< unit of the source's figures if the column is ambiguous
  double context_bytes = 0;  ///< part of nvidia-smi's figure that, as the source says, is not the allocator's
  ForwardMacs forward_macs;  ///< set if the source counts FLOPs with shapes of its own
  bool micro_batches_are_steps = false;  ///< true if the source calls a micro batch a step
  bool lacks_accumulation = false;  ///< several micro batches make a step; the source does not say how many
  bool assumes_network = false;     ///< the source does not name the network between nodes
  bool is_complete = false;         ///< layers, hidden, sequence, micro batch and checkpointing are given
  bool is_deepspeed = false;
  std::string reason;  ///< reason why no plan can say this row; "" if one can
};

/// The facts that a row's plan is made of, beside the plan file's defaults.
enum class FactSource {
  anywhere,    ///< its columns, and what its source states elsewhere
  in_columns,  ///< its columns alone
};

/// Returns the rows of tests/data/`file` of quality A or B; from the first collection only those
/// of scope core.
std::vector<Published> published_rows(const std::string& file, FactSource facts = FactSource::anywhere);
/// Returns those rows, and the training runs of scope aux, which need more than plain data parallelism.
std::vector<Published> published_runs(const std::string& file, FactSource facts = FactSource::anywhere);
/// Returns the runs of any quality, for ratios of two runs of one user on one machine.
std::vector<Published> runs_of_any_quality(const std::string& file);

/// Returns a plan on the cluster that a row describes, with any model, for micro-benchmarks, which name none.
Plan plan_on_cluster_of(const CsvRow& row);

/// Returns `value` of `unit` ("GiB (printed GB)", "MB", …) in bytes; the source's own unit goes
/// before the column's.
double bytes_measured(const Published& published, double value, const std::string& unit);

}  // namespace zp::test
