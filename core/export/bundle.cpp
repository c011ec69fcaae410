// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/bundle.h"

#include "core/export/ds_config.h"
#include "core/plan_file/plan_file.h"

namespace zp {

std::vector<ExportFile> launch_bundle(const PlanDocument& document) {
  return {{"ds_config.json", ds_config(document), false},
          {"accelerate_config.yaml", accelerate_yaml(document), false},
          {"hostfile", hostfile(document.plan), false},
          {"launch.sh", launch_script(document), true},
          {std::string(plan_file), write_plan(document), false}};
}

}  // namespace zp
