// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/catalog/machines.h"
#include "core/catalog/user_presets.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_link.h"

namespace {

void read_link(std::string_view text) {
  using namespace zp;
  const std::optional<std::string> link = plan_link_in(text);
  if (!link) return;
  try {
    const PlanDocument document = read_plan(text_of_link(*link));
    if (!(read_plan(text_of_link(link_of(document))).plan == document.plan)) std::abort();
  } catch (const FileError&) {
    return;
  }
}

void read_own_machines(std::string_view text) {
  try {
    for (const zp::Machine& machine : zp::read_machines(text))
      if (machine.id().size() < 2) std::abort();
  } catch (const zp::FileError&) {
    return;
  }
}

}  // namespace

/// Reads any text as presets, as machines and as a message with a link of a plan: each is read or gives an
/// error in words. Presets that were read come back from a file of their own.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace zp;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const UserPresets presets = user_presets_in(text, "presets.json");
  if (!presets.presets.empty()) {
    const UserPresets again = user_presets_in(presets_file(presets.presets), "again.json");
    if (again.presets.size() != presets.presets.size()) std::abort();
  }
  read_own_machines(text);
  read_link(text);
  return 0;
}
