// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/text/ordered_json.h"
#include "core/text/text_file.h"
#include "core/text/yaml_text_json.h"

/// Makes files that others have published again, from the notes in tests/data/public-jobs.json.
namespace zp::test {

/// Returns the notes: each file with its place, and the expected settings of its plan.
inline const text_io::Json& public_jobs() {
  static const text_io::Json files = text_io::Json::parse(read_text_file(ZP_TEST_DATA "/public-jobs.json"));
  return files;
}

/// Returns a name such as "axolotl-ai-cloud/axolotl examples/…".
inline std::string name_of_job(const text_io::Json& file) {
  return file["repository"].get<std::string>() + ' ' + file["path"].get<std::string>();
}

/// Returns the text of the file, made from the notes.
inline std::string text_of_job(const text_io::Json& file) {
  if (file.contains("keys")) return text_io::yaml_text(file["keys"]);
  if (file.contains("trainer"))
    return "# a licence\n\n" + text_io::yaml_text({{"apiVersion", "trainer.kubeflow.org/v1alpha1"},
                                                   {"kind", "TrainJob"},
                                                   {"spec", {{"trainer", file["trainer"]}}}});
  std::string text = "#!/bin/bash\n# a comment\n";
  for (const text_io::Json& directive : file["directives"])
    text += "#SBATCH " + directive.get<std::string>() + '\n';
  return text + "\nset -e\n" + file["command"].get<std::string>() + '\n';
}

}  // namespace zp::test
