// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/import/hydra.h"
#include "core/import/import.h"
#include "core/plan_file/plan_file.h"

/// Imports any text: it is one of the three kinds or gives an error in words, and the imported plan can be
/// written and read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zp;
  static const PlanDocument base = read_plan(R"({"model": {"preset": "gpt-2-124m"}})");
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    if (has_hydra_defaults(text)) {
      // Every file that it names is the file itself.
      HydraConfig config =
          compose_hydra(text, "", {"a=b", "+b=a", "~c"}, [&](const std::string&) { return text; });
      ImportFile composed{text, text, {}};
      composed.parents = std::move(config.parts);
      read_plan(write_plan(import_file(composed, base).document));
    }
    const Imported imported = import_file({text, text, text}, base);
    read_plan(write_plan(imported.document));
  } catch (const FileError&) {
    return 0;
  }
  return 0;
}
