// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/card_parts.h"

#include <algorithm>

namespace zp {
namespace {

/// Takes up to `wanted` from `room` and returns the amount, because a message's figures are rounded
/// separately.
double taken(double wanted, double& room) {
  const double part = std::clamp(wanted, 0.0, room);
  room -= part;
  return part;
}

const OutOfMemory* message_at(const LogPlace& place, std::span<const MemoryDiagnosis> messages) {
  for (const MemoryDiagnosis& diagnosis : messages)
    if (diagnosis.place == place) return &diagnosis.message;
  return nullptr;
}

}  // namespace

std::optional<CardParts> card_parts(const Death& death, std::span<const MemoryDiagnosis> messages) {
  if (death.kind != DeathKind::gpu_oom || !death.capacity || !(*death.capacity > 0)) return std::nullopt;
  const OutOfMemory* message = message_at(death.place, messages);
  const double reserved = message != nullptr ? message->reserved.value_or(0) : 0;
  const double allocated = message != nullptr ? message->allocated.value_or(reserved) : 0;
  if (!death.process && reserved <= 0 && !death.others) return std::nullopt;
  CardParts parts;
  parts.capacity = *death.capacity;
  parts.requested = death.requested.value_or(0);
  double room = parts.capacity;
  parts.free = taken(death.free.value_or(0), room);
  parts.others = taken(death.others.value_or(0), room);
  // Without the process's own figure, only the allocator's memory is known.
  double process = taken(death.process.value_or(reserved), room);
  parts.rest = room;
  parts.tensors = taken(allocated > 0 ? allocated : process, process);
  parts.cache = taken(reserved - allocated, process);
  parts.context = process;
  if (!death.free && parts.rest > 0) {  // a message without it does not say what the rest of the GPU is
    parts.free = parts.rest;
    parts.rest = 0;
  }
  return parts;
}

}  // namespace zp
