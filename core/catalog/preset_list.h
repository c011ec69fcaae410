// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <iterator>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <vector>

namespace zp {

/// Presets by index, which plans hold. A list only grows, and no entry moves or changes, so that another
/// thread may read while one adds (one at a time). Iterating reaches the offered presets; the others were
/// brought along by single plans, or have been changed by their owner since.
template <class Preset>
class PresetList {
  static constexpr std::size_t block_size = 32, most_blocks = 512;
  struct Slot {
    Preset preset;
    std::atomic<bool> is_offered{false};
  };
  using Block = std::array<Slot, block_size>;

 public:
  static constexpr std::size_t most = block_size * most_blocks;

  PresetList() : blocks_(most_blocks) {}
  PresetList(PresetList&& other) noexcept : blocks_(std::move(other.blocks_)), size_(other.size_.load()) {}

  class Iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = Preset;
    using reference = const Preset&;
    using pointer = const Preset*;
    using iterator_category = std::forward_iterator_tag;

    Iterator() = default;
    Iterator(const PresetList& list, std::size_t index, std::size_t end)
        : list_(&list), index_(index), end_(end) {
      skip();
    }
    reference operator*() const { return (*list_)[index_]; }
    pointer operator->() const { return &(*list_)[index_]; }
    Iterator& operator++() {
      ++index_;
      skip();
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    [[nodiscard]] int index() const { return static_cast<int>(index_); }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }

   private:
    void skip() {
      while (index_ < end_ && !list_->is_offered(index_))
        ++index_;
    }
    const PresetList* list_ = nullptr;
    std::size_t index_ = 0, end_ = 0;
  };

  [[nodiscard]] Iterator begin() const { return {*this, 0, size()}; }
  [[nodiscard]] Iterator end() const { return {*this, size(), size()}; }

  /// Returns the number of presets, offered or not.
  [[nodiscard]] std::size_t size() const { return size_.load(std::memory_order_acquire); }
  [[nodiscard]] bool empty() const { return size() == 0; }
  const Preset& operator[](std::size_t index) const { return slot(index).preset; }
  [[nodiscard]] const Preset& at(std::size_t index) const {
    if (index >= size()) throw std::out_of_range("no preset has this index");
    return (*this)[index];
  }
  [[nodiscard]] bool is_offered(std::size_t index) const {
    return slot(index).is_offered.load(std::memory_order_relaxed);
  }

  /// Adds a preset and returns its index. There has to be room: size() < most.
  int add(Preset preset, bool is_offered) {
    const std::size_t index = size_.load(std::memory_order_relaxed);
    std::unique_ptr<Block>& block = blocks_[index / block_size];
    if (!block) block = std::make_unique<Block>();
    Slot& slot = (*block)[index % block_size];
    slot.preset = std::move(preset);
    slot.is_offered.store(is_offered, std::memory_order_relaxed);
    size_.store(index + 1, std::memory_order_release);
    return static_cast<int>(index);
  }
  void offer(std::size_t index, bool is_offered) {
    slot(index).is_offered.store(is_offered, std::memory_order_relaxed);
  }
  /// Returns a preset for changes, before any other thread reads it.
  Preset& under_way(std::size_t index) { return slot(index).preset; }

 private:
  [[nodiscard]] Slot& slot(std::size_t index) const {
    return (*blocks_[index / block_size])[index % block_size];
  }

  std::vector<std::unique_ptr<Block>> blocks_;
  std::atomic<std::size_t> size_{0};
};

}  // namespace zp

/// Iterating can reach fewer presets than size(), because some are not offered.
template <class Preset>
inline constexpr bool std::ranges::disable_sized_range<zp::PresetList<Preset>> = true;
