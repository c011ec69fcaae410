// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/import/import.h"
#include "core/plan_file/plan_file.h"
#include "core/write_back/write_back.h"

/// Imports any text as a shell script: it starts a training run or gives an error in words. The plan that it
/// states can be written and read, and changes no byte of the script when it is written back; that takes a
/// hundred imports, so one length in sixteen is tried.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zp;
  static const PlanDocument base = read_plan(R"({"model": {"preset": "gpt-2-124m"}})");
  ImportFile file;
  file.text.assign(reinterpret_cast<const char*>(data), size);
  file.name = "run.sh";
  constexpr std::string_view line = "\n#%%\n";
  if (const std::size_t program = file.text.find(line); program != std::string::npos) {
    file.training = file.text.substr(program + line.size());  // the Python program that the script starts
    file.training_path = "train.py";
    file.text.resize(program + 1);
  }
  try {
    const Imported imported = import_file(file, base);
    read_plan(write_plan(imported.document));
    if (file.text.size() % 16 == 0 && write_back(file, imported.document).file.text != file.text)
      std::abort();
  } catch (const FileError&) {
    return 0;
  }
  return 0;
}
