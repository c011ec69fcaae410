// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/end_signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <QSocketNotifier>
#include <array>
#include <csignal>

namespace zp {
namespace {

constexpr std::array<int, 3> end_signals = {SIGTERM, SIGINT, SIGHUP};

/// A pipe from the signal handler, which may only call a few functions such as write, to the event loop.
std::array<int, 2> pipe_ends = {-1, -1};

extern "C" void note_signal(int signal) {
  const auto byte = static_cast<unsigned char>(signal);
  (void)!::write(pipe_ends[1], &byte, 1);
}

void setHandler(void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  ::sigemptyset(&action.sa_mask);
  for (const int signal : end_signals)
    ::sigaction(signal, &action, nullptr);
}

}  // namespace

EndSignals::EndSignals() {
  if (::pipe2(pipe_ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
    return;  // the signals then end the program as usual
  notifier_ = new QSocketNotifier(pipe_ends[0], QSocketNotifier::Read, this);
  connect(notifier_, &QSocketNotifier::activated, this, [this] {
    unsigned char signal = 0;
    if (::read(pipe_ends[0], &signal, 1) == 1) emit asked(signal);
  });
  setHandler(note_signal, SA_RESTART | static_cast<int>(SA_RESETHAND));
}

EndSignals::~EndSignals() {
  if (notifier_ == nullptr) return;
  setHandler(SIG_DFL, 0);
  for (int& end : pipe_ends) {
    ::close(end);
    end = -1;
  }
}

}  // namespace zp
