// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/background_work.h"

#include <QCoreApplication>
#include <chrono>
#include <utility>

namespace zp {
namespace {

/// Milliseconds between two progress reports; a piece that ends sooner makes none.
constexpr qint64 told_every_milliseconds = 150;

qint64 now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

BackgroundWork::BackgroundWork(QObject* parent) : QObject(parent), worker_(new QObject) {
  thread_.setObjectName(QStringLiteral("zp search"));
  worker_->moveToThread(&thread_);
  connect(&thread_, &QThread::finished, worker_, &QObject::deleteLater);
}

BackgroundWork::~BackgroundWork() {
  stop();
  if (!thread_.isRunning()) {
    delete worker_;
    return;
  }
  thread_.quit();
  thread_.wait();
}

void BackgroundWork::release() {
  is_held_ = false;
  if (isBusy() && !thread_.isRunning()) thread_.start();
}

void BackgroundWork::begin(Piece piece) {
  if (!is_held_ && !thread_.isRunning()) thread_.start();  // else the piece waits for release()
  ++pending_;
  QMetaObject::invokeMethod(
      worker_, [this, piece = std::move(piece), round = round_.load()] { run(piece, round); },
      Qt::QueuedConnection);
}

void BackgroundWork::run(const Piece& piece, int round) {
  if (round != round_) return;
  told_ = now();
  std::function<void()> deliver;
  try {
    deliver = piece([this, round](double done) { return goesOn(round, done); });
  } catch (const SearchStopped&) {
    return;
  }
  QMetaObject::invokeMethod(
      this,
      [this, round, deliver = std::move(deliver)] {
        if (round != round_) return;
        --pending_;
        deliver();
      },
      Qt::QueuedConnection);
}

bool BackgroundWork::goesOn(int round, double done) {
  if (round != round_) return false;
  if (const qint64 time = now(); time - told_ >= told_every_milliseconds) {
    told_ = time;
    QMetaObject::invokeMethod(
        this,
        [this, round, done] {
          if (round == round_) emit progressed(done);
        },
        Qt::QueuedConnection);
  }
  return true;
}

void BackgroundWork::stop() {
  ++round_;
  pending_ = 0;
}

void BackgroundWork::finish() {
  release();
  while (pending_ > 0) {
    QMetaObject::invokeMethod(
        worker_, [] {}, Qt::BlockingQueuedConnection);
    QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
  }
}

}  // namespace zp
