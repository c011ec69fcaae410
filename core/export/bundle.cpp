// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/bundle.h"

#include "core/export/accelerate_json.h"
#include "core/export/ds_config.h"
#include "core/plan_file/plan_file.h"

namespace zp {

std::vector<ExportFile> launch_bundle(const PlanDocument& document) {
  std::vector<ExportFile> files;
  if (is_deepspeed(document.plan)) files.push_back({"ds_config.json", ds_config(document), false});
  files.push_back({"accelerate_config.yaml", accelerate_yaml(document), false});
  files.push_back({"hostfile", hostfile(document.plan), false});
  files.push_back({"launch.sh", launch_script(document), true});
  files.push_back({std::string(plan_file), write_plan(document), false});
  return files;
}

}  // namespace zp
