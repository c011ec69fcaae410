// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/measure_words.h"

#include "core/units/format.h"

namespace zp {

std::string observed_text(ObservedQuantity quantity, double value) {
  const std::string_view unit = row_of(quantity).unit;
  if (unit == "bytes") return format_bytes(bytes_of(value));
  if (unit == "s") return format_seconds(value);
  if (unit == "percent") return format_percent(value / 100);
  return format_number(value) + (unit.empty() ? "" : " " + std::string(unit));
}

std::string short_name(const NamedLog& named) { return named.name.substr(named.name.rfind('/') + 1); }

std::string place_text(std::span<const NamedLog> logs, const LogPlace& at) {
  const std::string name = short_name(logs[at.log]);
  return at.line > 0 ? name + ":" + std::to_string(at.line) : name;
}

std::string diagnosis_head(const MemoryDiagnosis& one, std::span<const NamedLog> logs) {
  const OutOfMemory& message = one.message;
  std::string head = place_text(logs, one.place) + ": ";
  head += message.where == ExhaustedMemory::host ? "host memory ran out" : "out of memory";
  if (message.rank)
    head += " on rank " + std::to_string(*message.rank);
  else if (message.gpu)
    head += " on GPU " + std::to_string(*message.gpu);
  if (!one.phase.empty()) head += ", " + one.phase + " phase";
  if (one.short_by) head += ", short by " + format_bytes(bytes_of(*one.short_by));
  return head + ".";
}

std::string cure_words(const Cure& cure) {
  std::string words = cure.label;
  if (!cure.plan) return words;
  words += ": " + format_bytes(cure.gpu_peak) + " per GPU";
  if (cure.step_seconds > 0) words += ", " + format_seconds(cure.step_seconds) + " a step";
  return words;
}

}  // namespace zp
