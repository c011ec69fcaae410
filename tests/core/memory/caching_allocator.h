// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace zp::test {

/// PyTorch's caching allocator for large tensors on one stream, on a GPU that never runs short: a request
/// takes the smallest free block that holds it, cuts off what is left if that is more than 1 MiB, and merges
/// a freed block with its neighbours (c10/cuda/CUDACachingAllocator.cpp: get_free_block, should_split,
/// free_block, get_allocation_size).
class CachingAllocator {
 public:
  using Block = std::size_t;

  Block allocate(std::int64_t bytes) {
    bytes = std::max<std::int64_t>(1, (bytes + 511) / 512) * 512;
    const auto found = free_.lower_bound({bytes, 0});
    const Block block = found != free_.end() ? found->second : new_segment(bytes);
    if (found != free_.end()) free_.erase(found);
    blocks_[block].is_free = false;
    if (blocks_[block].bytes - bytes > mib) cut(block, bytes);
    allocated_ += blocks_[block].bytes;
    most_allocated = std::max(most_allocated, allocated_);
    return block;
  }

  void release(Block block) {
    allocated_ -= blocks_[block].bytes;
    if (const Block next = blocks_[block].next; next != none && blocks_[next].is_free) {
      free_.erase({blocks_[next].bytes, next});
      join(block, next);
    }
    if (const Block previous = blocks_[block].previous; previous != none && blocks_[previous].is_free) {
      free_.erase({blocks_[previous].bytes, previous});
      join(previous, block);
      block = previous;
    }
    blocks_[block].is_free = true;
    free_.insert({blocks_[block].bytes, block});
  }

  std::int64_t reserved = 0, most_allocated = 0;

 private:
  static constexpr std::int64_t mib = 1 << 20;
  static constexpr Block none = static_cast<Block>(-1);
  struct Part {
    std::int64_t bytes = 0;
    Block previous = none, next = none;
    bool is_free = false;
  };

  Block new_segment(std::int64_t bytes) {
    const std::int64_t segment = bytes < 10 * mib ? 20 * mib : (bytes + 2 * mib - 1) / (2 * mib) * 2 * mib;
    reserved += segment;
    blocks_.push_back({segment});
    return blocks_.size() - 1;
  }
  void cut(Block block, std::int64_t bytes) {
    const Block rest = blocks_.size();
    blocks_.push_back({blocks_[block].bytes - bytes, block, blocks_[block].next, true});
    if (blocks_[rest].next != none) blocks_[blocks_[rest].next].previous = rest;
    blocks_[block].next = rest;
    blocks_[block].bytes = bytes;
    free_.insert({blocks_[rest].bytes, rest});
  }
  void join(Block first, Block second) {
    blocks_[first].bytes += blocks_[second].bytes;
    blocks_[first].next = blocks_[second].next;
    if (blocks_[second].next != none) blocks_[blocks_[second].next].previous = first;
  }

  std::vector<Part> blocks_;
  std::set<std::pair<std::int64_t, Block>> free_;
  std::int64_t allocated_ = 0;
};

}  // namespace zp::test
