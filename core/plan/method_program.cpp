// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/method_program.h"

#include <algorithm>
#include <vector>

namespace zp {
namespace {

const MethodProgram* row_with_id(std::string_view id) {
  const auto* const row = std::ranges::find(method_programs, id, &MethodProgram::id);
  return row == method_programs.end() ? nullptr : row;
}

/// Returns the row of the program itself, of the program whose trainers it uses, or of the one that it is
/// built on.
const MethodProgram* row_for(Program program) {
  if (program == Program::none) return &method_programs.back();
  const ProgramEntry& entry = entry_of(program);
  if (const MethodProgram* own = row_with_id(entry.id)) return own;
  return entry.trainer_program.empty() ? row_for(entry.base) : row_with_id(entry.trainer_program);
}

}  // namespace

const MethodProgram& method_program(Program program) {
  static const std::vector<const MethodProgram*> rows = [] {
    std::vector<const MethodProgram*> all = {row_with_id(entry_of(usual_method_program()).id)};
    for (std::size_t i = 1; i < program_words().size(); ++i)
      all.push_back(row_for(static_cast<Program>(i)));
    return all;
  }();
  return *rows[static_cast<std::size_t>(program)];
}

bool trains_with(Program program, Framework framework) {
  if (program == Program::none) return true;
  const ProgramEntry& entry = entry_of(program);
  const bool has_deepspeed = entry.trains_with(ProgramFramework::deepspeed);
  if (framework == Framework::deepspeed) return has_deepspeed;
  const auto deepspeed_alone = 1U << static_cast<unsigned>(ProgramFramework::deepspeed);
  return (entry.frameworks & ~deepspeed_alone) != 0;
}

Framework default_framework(Program program) {
  return trains_with(program, Framework::deepspeed) ? Framework::deepspeed : Framework::fsdp;
}

Program usual_method_program() {
  static const Program usual = program_named("trl");
  return usual;
}

std::string program_title(Program program) {
  const ProgramEntry& entry = entry_of(program == Program::none ? usual_method_program() : program);
  return entry.version.empty() ? entry.name : entry.name + ' ' + entry.version;
}

}  // namespace zp
