// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace zp::app {

void on_all_processors(std::size_t count, const std::function<void(std::size_t index)>& work) {
  if (count == 0) return;
  std::atomic<std::size_t> next = 0;
  std::exception_ptr failure;
  std::mutex failing;
  const auto run = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++)
        work(i);
    } catch (...) {
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::jthread> others;
  try {
    while (others.size() + 1 < std::min(processors, count))
      others.emplace_back(run);
  } catch (const std::system_error&) {
    // No further thread can be started (ulimit -u, ulimit -v), so fewer threads do the work.
  }
  run();
  others.clear();  // waits for the other threads
  if (failure) std::rethrow_exception(failure);
}

}  // namespace zp::app
