// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

namespace zp {

/// Returns the result of `work`; nothing if it takes longer than `limit`, as a file does on a network drive
/// that is out of reach. The work then goes on in a thread of its own until the drive answers, so it must own
/// everything that it uses, and must not throw.
template <class Result>
std::optional<Result> in_time(std::chrono::milliseconds limit, std::function<Result()> work) {
  const auto promise = std::make_shared<std::promise<Result>>();
  std::future<Result> result = promise->get_future();
  std::thread([promise, work = std::move(work)] { promise->set_value(work()); }).detach();
  if (result.wait_for(limit) != std::future_status::ready) return std::nullopt;
  return result.get();
}

}  // namespace zp
