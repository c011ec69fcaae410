// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>

namespace zp {

/// Returns the result of `work`; nullopt if it takes longer than `limit`, for instance with a file on an
/// unreachable network drive. The work then continues in its own thread until the drive responds, so it must
/// own everything that it uses, and must not throw. If no thread can be started, it runs in this one.
template <class Result>
std::optional<Result> in_time(std::chrono::milliseconds limit, const std::function<Result()>& work) {
  const auto promise = std::make_shared<std::promise<Result>>();
  std::future<Result> result = promise->get_future();
  try {
    std::thread([promise, work] { promise->set_value(work()); }).detach();
  } catch (const std::system_error&) {
    return work();
  }
  if (result.wait_for(limit) != std::future_status::ready) return std::nullopt;
  return result.get();
}

}  // namespace zp
