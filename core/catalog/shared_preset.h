// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

namespace zp {

/// An immutable preset, shared between copies of a plan and compared by value; empty if a plan names no
/// preset. Copying allocates no memory.
template <class Preset>
class SharedPreset {
 public:
  SharedPreset() = default;
  explicit SharedPreset(Preset preset) : preset_(std::make_shared<const Preset>(std::move(preset))) {}
  /// Shares a preset that is never destroyed, without counting references.
  static SharedPreset of_program(const Preset& preset) {
    SharedPreset shared;
    shared.preset_ = std::shared_ptr<const Preset>(std::shared_ptr<const void>(), &preset);
    return shared;
  }

  [[nodiscard]] explicit operator bool() const { return preset_ != nullptr; }
  /// Precondition of both: the preset is not empty.
  const Preset& operator*() const { return *preset_; }
  const Preset* operator->() const { return preset_.get(); }
  /// Returns nullptr if the object is empty.
  [[nodiscard]] const Preset* get() const { return preset_.get(); }

  friend bool operator==(const SharedPreset& a, const SharedPreset& b) {
    return a.preset_ == b.preset_ || (a && b && *a == *b);
  }

 private:
  std::shared_ptr<const Preset> preset_;
};

}  // namespace zp
