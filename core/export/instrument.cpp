// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/instrument.h"

#include "core/plan_file/plan_file.h"
#include "core/text/ordered_json.h"
#include "embedded/probe.h"

namespace zp {
namespace {

using text_io::Json;

/// The step that the profiler measures, after the first steps, which warm up; then it is switched off.
constexpr int profiled_step = 5;

/// Returns keys that all releases since 0.4 have; runtime/engine.py and utils/timer.py show what each release
/// prints. The logger suppresses throughput since 0.17.6 and times from 0.17.6 until 0.18.0; the probe
/// re-enables them.
Json keys() {
  return {{"wall_clock_breakdown", true},
          {"memory_breakdown", true},
          {"steps_per_print", 1},
          {"flops_profiler",
           {{"enabled", true}, {"profile_step", profiled_step}, {"module_depth", 1}, {"detailed", false}}}};
}

/// Releases whose logger suppresses the timers (DeepSpeed pull requests 7526 and 7617).
constexpr DeepSpeedVersion silent_from{0, 17, 6}, speaks_again{0, 18, 0};

}  // namespace

PlanDocument with_instruments(const PlanDocument& document) {
  PlanDocument instrumented = document;
  Json config = text_io::object_of(document.text.deepspeed_config);
  const Json wanted = keys();
  for (const auto& [key, value] : wanted.items())
    config[key] = value;
  instrumented.text.deepspeed_config = text_io::text_of(config);
  return instrumented;
}

bool is_instrumented(const PlanDocument& document) {
  const Json config = Json::parse(document.text.deepspeed_config, nullptr, false);
  const Json wanted = keys();
  for (const auto& [key, value] : wanted.items())
    if (const Json* there = text_io::member(&config, key); there == nullptr || *there != value) return false;
  return true;
}

ProgramExport instrumented(const ExportFlavour& flavour, const PlanDocument& document) {
  ProgramExport made = flavour.write(with_instruments(document));
  PlanDocument after = document;
  after.plan.target = made.document.plan.target;
  for (ExportFile& file : made.files)
    if (file.name == plan_file) file.text = write_plan(after);
  made.files.push_back(probe_file());
  return made;
}

ExportFile probe_file() {
  return {"zero_planner_probe.py", std::string(embedded::zero_planner_probe_py), false};
}

std::string instrument_text(const PlanDocument& document) {
  const DeepSpeedVersion& version = document.plan.target.deepspeed_version;
  std::string text = "Import zero_planner_probe in the program (see its first lines), run twenty steps into ";
  text += "a log, then: zero-planner calibrate plan.zplan.json run.log zero-planner-run.jsonl\n";
  if (version >= silent_from && version < speaks_again)
    text +=
        "DeepSpeed " + name_of(version) + " prints no times by itself: without the probe there are none.\n";
  return text;
}

}  // namespace zp
