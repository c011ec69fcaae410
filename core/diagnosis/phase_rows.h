// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/diagnosis/incident.h"

/// Tables that map calls, source lines and progress lines to phases. Internal to diagnosis/.
namespace zp::diagnosis {

/// How a call's phase relates to those of the calls around it.
enum class Reach : std::uint8_t {
  context,  ///< includes everything that runs within it
  setup,    ///< as context, unless another call is a context
  pass,     ///< the innermost such call decides
  detail,   ///< decides only if no other call shows a phase
};

struct CallRow {
  std::string_view file;      ///< part of the path; "" for any
  std::string_view function;  ///< its name, or its beginning followed by '*'; "" for any
  RunPhase phase{};
  Reach reach{};
};

/// Functions of transformers 4.20 to 4.57, accelerate, DeepSpeed 0.3 to 0.19, PyTorch 1.8 to 2.10 (FSDP, DDP,
/// optimizers), TRL, OpenRLHF, verl, vLLM, Lightning, Megatron-LM, fairseq and ColossalAI. The first matching
/// row applies.
std::span<const CallRow> call_rows();

/// Lines of source code that show a phase without their call.
struct CodeRow {
  std::string_view part;
  RunPhase phase{};
  Reach reach{};
};
std::span<const CodeRow> code_rows();

/// Progress lines that show which phase begins.
struct ProgressRow {
  std::string_view part;
  RunPhase phase{};
};
std::span<const ProgressRow> progress_rows();

}  // namespace zp::diagnosis
