// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/pickle_reader.h"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "core/run/pickle_input.h"
#include "core/run/pickle_opcodes.h"
#include "core/units/format.h"

namespace zp {
namespace {

constexpr std::uint64_t no_value = ~std::uint64_t{0};  ///< unset memo place; as a value, dict number 2^61 − 1

std::string count_of(std::uint64_t count) { return format_count(static_cast<std::int64_t>(count)); }

}  // namespace

/// Python's pickle machine without the opcodes that run code: a stack with marks, and a memo.
class PickleReader {
 public:
  PickleReader(std::istream& in, const PickleLimits& limits) : limits_(limits), in_(in, limits.bytes) {}

  Pickle read() {
    if (in_.byte() != 0x80)
      throw FileError("",
                      "It is no memory snapshot: it does not begin as a pickle of protocol 2 to 5 does; "
                      "write one with torch.cuda.memory._dump_snapshot.");
    read_protocol();
    for (std::uint64_t opcodes = 0;; ++opcodes) {
      if (opcodes == limits_.opcodes) fail_limit(limits_.opcodes, "opcodes");
      at_ = in_.offset();
      opcode_ = &pickle_opcodes[in_.byte()];
      if (opcode_->act == PickleAct::stop) break;
      perform();
    }
    pickle_.root_ = pop();
    return std::move(pickle_);
  }

 private:
  using Kind = PickleKind;

  [[noreturn]] void fail(const std::string& sentence) const {
    throw FileError("", "At byte " + count_of(at_) + ", " + sentence);
  }
  [[noreturn]] void fail_broken(const std::string& problem) const {
    fail("opcode " + std::string(opcode_->name) + ": " + problem + "; the file is broken, copy it again.");
  }
  [[noreturn]] void fail_limit(std::uint64_t limit, const std::string& of_what) const {
    fail("it holds more than " + count_of(limit) + " " + of_what +
         ", more than is read of a snapshot; record fewer events (max_entries=100000).");
  }

  static std::uint64_t value_of(Kind kind, std::uint64_t payload) {
    return payload << 3u | static_cast<std::uint64_t>(kind);
  }
  static bool is_container(std::uint64_t value) {
    const auto kind = static_cast<Kind>(value & 7u);
    return kind == Kind::list || kind == Kind::tuple || kind == Kind::dict;
  }

  void perform() {
    const std::size_t width = opcode_->width;
    switch (opcode_->act) {
      case PickleAct::unknown:
        fail("a byte that is no opcode; the file is broken, or no pickle.");
      case PickleAct::runs:
        fail("opcode " + std::string(opcode_->name) +
             " would import or run code; a memory snapshot contains only data, so the file is not used.");
      case PickleAct::foreign:
        fail("opcode " + std::string(opcode_->name) +
             " belongs to no memory snapshot; write one with torch.cuda.memory._dump_snapshot.");
      case PickleAct::protocol:
        return read_protocol();
      case PickleAct::frame:
        in_.little_endian(width);
        return;
      case PickleAct::stop:
        return;
      case PickleAct::mark:
        if (marks_.size() == limits_.depth) fail_limit(limits_.depth, "nested containers");
        return marks_.push_back(stack_.size());
      case PickleAct::none:
        return push(value_of(Kind::none, 0));
      case PickleAct::yes:
        return push(value_of(Kind::boolean, 1));
      case PickleAct::no:
        return push(value_of(Kind::boolean, 0));
      case PickleAct::integer:
        return push_integer(in_.little_endian(width), width == 4 ? 4 : 8);
      case PickleAct::long_integer:
        return push_long(in_.little_endian(width));
      case PickleAct::real:
        return push_number(std::bit_cast<double>(in_.big_endian_8()));
      case PickleAct::text:
        return push_text(in_.little_endian(width));
      case PickleAct::list:
        return push(make(Kind::list));
      case PickleAct::dict:
        return push(make(Kind::dict));
      case PickleAct::tuple:
        return push_tuple();
      case PickleAct::append:
        return append(1, Kind::list);
      case PickleAct::appends:
        return append(since_mark(), Kind::list);
      case PickleAct::set_item:
        return append(2, Kind::dict);
      case PickleAct::set_items:
        return append(since_mark(), Kind::dict);
      case PickleAct::put:
        return put(in_.little_endian(width));
      case PickleAct::memoize:
        return put(memo_.size());
      case PickleAct::get:
        return get(in_.little_endian(width));
    }
  }

  void read_protocol() {
    constexpr int oldest = 2, newest = 5;
    const int protocol = in_.byte();
    if (protocol < oldest || protocol > newest)
      throw FileError("", "It is a pickle of protocol " + std::to_string(protocol) +
                              "; a memory snapshot is one of protocol 2 to 5.");
  }

  void push(std::uint64_t value) {
    if (stack_.size() == limits_.stack) fail_limit(limits_.stack, "values outside of any container");
    stack_.push_back(value);
  }
  std::uint64_t top() const {
    if (stack_.size() == bottom()) fail_broken("there is no value for it");
    return stack_.back();
  }
  std::uint64_t pop() {
    const std::uint64_t value = top();
    stack_.pop_back();
    return value;
  }
  /// Returns the size of the stack at the innermost mark; values below it belong to an outer mark.
  [[nodiscard]] std::size_t bottom() const { return marks_.empty() ? 0 : marks_.back(); }
  std::size_t since_mark() {
    if (marks_.empty()) fail_broken("there is no MARK for it");
    const std::size_t count = stack_.size() - marks_.back();
    marks_.pop_back();
    return count;
  }

  /// Pushes `value`, in two's complement of `width` bytes, 1 to 8. Every address and time fits in 61 bits; a
  /// larger value becomes a floating point number.
  void push_integer(std::uint64_t value, std::size_t width) {
    const auto shift = static_cast<unsigned>(8 * (8 - width));
    const std::int64_t with_sign = static_cast<std::int64_t>(value << shift) >> shift;
    const std::uint64_t kept = value_of(Kind::integer, static_cast<std::uint64_t>(with_sign));
    if (static_cast<std::int64_t>(kept) >> 3 == with_sign)
      push(kept);
    else
      push_number(static_cast<double>(with_sign));
  }
  void push_long(std::uint64_t length) {
    if (length > 8) fail_broken("an integer of " + count_of(length) + " bytes is no size, address or time");
    if (length == 0) return push_integer(0, 8);
    push_integer(in_.little_endian(length), length);
  }
  void push_number(double number) {
    pickle_.numbers_.push_back(number);
    if (pickle_.numbers_.size() > limits_.containers) fail_limit(limits_.containers, "fractions");
    push(value_of(Kind::number, pickle_.numbers_.size() - 1));
  }
  void push_text(std::uint64_t length) {
    if (length > limits_.one_text) fail_limit(limits_.one_text, "bytes in one text");
    if (pickle_.characters_.size() + length > limits_.text) fail_limit(limits_.text, "bytes of text");
    if (pickle_.texts_.size() == limits_.containers) fail_limit(limits_.containers, "texts");
    pickle_.texts_.emplace_back(pickle_.characters_.size(), length);
    in_.append(pickle_.characters_, length);
    push(value_of(Kind::text, pickle_.texts_.size() - 1));
  }

  std::uint64_t make(Kind kind) {
    if (pickle_.containers_.size() == limits_.containers) fail_limit(limits_.containers, "lists and dicts");
    pickle_.containers_.emplace_back();
    return value_of(kind, pickle_.containers_.size() - 1);
  }
  void push_tuple() {
    const std::size_t count = opcode_->code == ')' ? 0 : opcode_->width == 0 ? since_mark() : opcode_->width;
    const std::uint64_t tuple = make(Kind::tuple);
    move_items(tuple, count);
    push(tuple);
  }
  /// Moves the top `count` values into the container below them.
  void append(std::size_t count, Kind kind) {
    if (stack_.size() < bottom() + count + 1) fail_broken("there is no value for it");
    const std::uint64_t container = stack_[stack_.size() - count - 1];
    if (static_cast<Kind>(container & 7u) != kind)
      fail_broken(kind == Kind::list ? "its target is not a list" : "its target is not a dict");
    if (kind == Kind::dict && count % 2 != 0) fail_broken("there is a key without a value");
    move_items(container, count);
  }
  void move_items(std::uint64_t into, std::size_t count) {
    if (stack_.size() < bottom() + count) fail_broken("there is no value for it");
    Pickle::Container& container = pickle_.containers_[into >> 3u];
    make_room(container, count);
    const std::size_t first = stack_.size() - count;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t value = stack_[first + i];
      if (is_container(value)) {
        const std::uint64_t depth = pickle_.containers_[value >> 3u].depth + std::uint64_t{1};
        if (depth > limits_.depth) fail_limit(limits_.depth, "nested containers");
        container.depth = std::max(container.depth, static_cast<std::uint8_t>(depth));
      }
      pickle_.slots_[container.begin + container.size++] = value;
    }
    stack_.resize(first);
  }
  /// Reserves space for `count` more values. A container that grows again moves to the end with twice its
  /// capacity, so that the total time is linear.
  void make_room(Pickle::Container& container, std::size_t count) {
    const std::size_t needed = container.size + count;
    if (needed <= container.capacity) return;
    std::vector<std::uint64_t>& slots = pickle_.slots_;
    const bool is_last = container.begin + container.capacity == slots.size() && container.capacity > 0;
    const std::size_t capacity =
        container.size == 0 || is_last ? needed : std::max(needed, std::size_t{2} * container.size);
    const std::size_t begin = is_last ? container.begin : slots.size();
    if (begin + capacity > limits_.references) fail_limit(limits_.references, "values");
    slots.resize(begin + capacity);
    if (!is_last)
      std::copy_n(slots.begin() + container.begin, container.size,
                  slots.begin() + static_cast<std::ptrdiff_t>(begin));
    container.begin = static_cast<std::uint32_t>(begin);
    container.capacity = static_cast<std::uint32_t>(capacity);
  }

  /// Stores the top value in the memo. Writers count upwards (Python 2 from 1), so an index far ahead marks a
  /// malicious file.
  void put(std::uint64_t index) {
    const std::uint64_t value = top();
    if (index > memo_.size() + 1) fail_broken("it skips numbers of the memo");
    if (index >= limits_.memo) fail_limit(limits_.memo, "remembered values");
    if (index >= memo_.size()) memo_.resize(index + 1, no_value);
    memo_[index] = value;
  }
  void get(std::uint64_t index) {
    if (index >= memo_.size() || memo_[index] == no_value) fail_broken("the memo has no such number");
    push(memo_[index]);
  }

  const PickleLimits& limits_;
  PickleInput in_;
  Pickle pickle_;
  std::vector<std::uint64_t> stack_, memo_;
  std::vector<std::size_t> marks_;
  std::uint64_t at_ = 0;  ///< offset of the opcode
  const PickleOpcode* opcode_ = &pickle_opcodes['.'];
};

bool is_pickle(std::string_view begin) {
  return begin.size() >= 2 && begin[0] == '\x80' && begin[1] >= 2 && begin[1] <= 5;
}

Pickle read_pickle(std::istream& in, const PickleLimits& limits) { return PickleReader(in, limits).read(); }

}  // namespace zp
