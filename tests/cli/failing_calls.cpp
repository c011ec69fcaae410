// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

/// A library that is preloaded into the program. One of the calls that a save makes, or the start of a
/// thread, fails, is slow, or kills the program, as the environment says:
/// - ZP_FAULT_CALL: "write", "fchown", "fchmod", "fsync", "rename", "link", "unlink", "mkdir" or
///   "pthread_create";
/// - ZP_FAULT: "kill", "slow", or the number of an error;
/// - ZP_FAULT_AT: which of these calls fails, counted from 1; without it, every call fails.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

constexpr useconds_t slow_microseconds = 50'000;

/// Returns true, with errno set, if this call must fail.
bool fails(const char* call) {
  static int calls = 0;
  const char* which = std::getenv("ZP_FAULT_CALL");
  const char* fault = std::getenv("ZP_FAULT");
  if (which == nullptr || fault == nullptr || std::strcmp(which, call) != 0) return false;
  const char* at = std::getenv("ZP_FAULT_AT");
  ++calls;
  if (at != nullptr && std::atoi(at) != calls) return false;
  if (std::strcmp(fault, "kill") == 0) ::kill(::getpid(), SIGKILL);
  if (std::strcmp(fault, "slow") == 0) {
    ::usleep(slow_microseconds);
    return false;
  }
  errno = std::atoi(fault);
  return true;
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int file, const void* bytes, size_t size) {
  return fails("write") ? -1 : next<ssize_t(int, const void*, size_t)>("write")(file, bytes, size);
}
int fchown(int file, uid_t user, gid_t group) noexcept {
  return fails("fchown") ? -1 : next<int(int, uid_t, gid_t)>("fchown")(file, user, group);
}
int fchmod(int file, mode_t mode) noexcept {
  return fails("fchmod") ? -1 : next<int(int, mode_t)>("fchmod")(file, mode);
}
int fsync(int file) { return fails("fsync") ? -1 : next<int(int)>("fsync")(file); }
int rename(const char* from, const char* to) noexcept {
  return fails("rename") ? -1 : next<int(const char*, const char*)>("rename")(from, to);
}
int link(const char* from, const char* to) noexcept {
  return fails("link") ? -1 : next<int(const char*, const char*)>("link")(from, to);
}
int unlink(const char* path) noexcept {
  return fails("unlink") ? -1 : next<int(const char*)>("unlink")(path);
}
int mkdir(const char* path, mode_t mode) noexcept {
  return fails("mkdir") ? -1 : next<int(const char*, mode_t)>("mkdir")(path, mode);
}
int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                   void* argument) noexcept {
  if (fails("pthread_create")) return errno;
  using Create = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  return next<Create>("pthread_create")(thread, attributes, function, argument);
}

}  // extern "C"
