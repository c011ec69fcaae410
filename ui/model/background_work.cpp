// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/background_work.h"

#include <pthread.h>

#include <chrono>
#include <system_error>
#include <utility>

namespace zp {
namespace {

/// Time between two progress reports; shorter pieces report none.
constexpr std::chrono::milliseconds steps_per_report(150);

}  // namespace

BackgroundWork::BackgroundWork(QObject* parent) : QObject(parent) {}

BackgroundWork::~BackgroundWork() {
  stop();
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void BackgroundWork::hold() {
  const std::scoped_lock lock(mutex_);
  is_held_ = true;
}

void BackgroundWork::release() {
  {
    const std::scoped_lock lock(mutex_);
    is_held_ = false;
  }
  changed_.notify_all();
  if (has_no_thread_) workHere();
}

void BackgroundWork::begin(Piece piece) {
  ++pending_;
  {
    const std::scoped_lock lock(mutex_);
    tasks_.push_back({std::move(piece), round_});
  }
  if (!thread_.joinable()) start();
  changed_.notify_all();
  if (has_no_thread_) workHere();
}

void BackgroundWork::start() {
  try {
    thread_ = std::thread(&BackgroundWork::work, this);
  } catch (const std::system_error&) {  // limited memory or number of processes
    has_no_thread_ = true;
  }
}

/// Runs the pieces in this thread, during which the window does not respond.
void BackgroundWork::workHere() {
  for (;;) {
    std::unique_lock lock(mutex_);
    if (is_held_ || tasks_.empty()) return;
    const Task task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    run(task);
  }
}

/// Runs one piece after another in the worker thread, until this object is destroyed.
void BackgroundWork::work() {
  pthread_setname_np(pthread_self(), "zp search");
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return ends_ || (!is_held_ && !tasks_.empty()); });
    if (ends_) return;
    const Task task = std::move(tasks_.front());
    tasks_.pop_front();
    is_running_ = true;
    lock.unlock();
    run(task);
    lock.lock();
    is_running_ = false;
    changed_.notify_all();
  }
}

void BackgroundWork::run(const Task& task) {
  std::function<void()> deliver;
  try {
    auto last_report = std::chrono::steady_clock::now();
    deliver = task.piece([&](double done) {
      const auto now = std::chrono::steady_clock::now();
      if (now - last_report < steps_per_report) return task.round == round_;
      last_report = now;
      return reportProgress(task.round, done);
    });
  } catch (const SearchStopped&) {
    deliver = nullptr;
  }
  const std::scoped_lock lock(mutex_);
  if (task.round != round_) return;
  results_.push_back(std::move(deliver));
  post();
}

/// Reports the share done; returns true if the piece should continue.
bool BackgroundWork::reportProgress(int round, double done) {
  const std::scoped_lock lock(mutex_);
  if (round != round_) return false;
  done_ = done;
  post();
  return true;
}

/// Requests a call of take(). Precondition: the mutex is held.
void BackgroundWork::post() {
  if (std::exchange(is_posted_, true)) return;
  QMetaObject::invokeMethod(this, "take", Qt::QueuedConnection);
}

/// Delivers the results and the share done from the worker thread. A delivery may start, stop or finish
/// pieces, so results are taken one by one.
void BackgroundWork::take() {
  std::optional<double> done;
  {
    const std::scoped_lock lock(mutex_);
    is_posted_ = false;
    done = std::exchange(done_, std::nullopt);
  }
  if (done) emit progressed(*done);
  for (;;) {
    std::unique_lock lock(mutex_);
    if (results_.empty()) return;
    const std::function<void()> deliver = std::move(results_.front());
    results_.pop_front();
    lock.unlock();
    --pending_;
    if (deliver) deliver();
  }
}

void BackgroundWork::stop() {
  pending_ = 0;
  std::deque<Task> tasks;  // destroyed after the mutex is released, because destroying a piece may take long
  const std::scoped_lock lock(mutex_);
  ++round_;
  tasks.swap(tasks_);
  results_.clear();
  done_.reset();
}

void BackgroundWork::finish() {
  release();
  while (pending_ > 0) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return !results_.empty() || (tasks_.empty() && !is_running_); });
    }
    take();
  }
}

}  // namespace zp
