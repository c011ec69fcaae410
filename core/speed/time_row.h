// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/speed/step_time.h"

/// Names, properties and texts of the clock's entries. Internal to speed/.
namespace zp {

struct ClockInput;

/// An entry of a plan's clock, with the input on which its texts depend.
struct TimeLine {
  const ClockInput& in;
  const TimeEntry& entry;
};

/// A constant text, or a function that writes the text for one plan's entry.
class RowText {
 public:
  constexpr RowText() = default;
  constexpr RowText(const char* text)  // NOLINT(google-explicit-constructor): a column of a table of texts
      : text_(text) {}
  constexpr RowText(std::string (*tell)(const TimeLine&))  // NOLINT(google-explicit-constructor)
      : tell_(tell) {}
  [[nodiscard]] std::string of(const TimeLine& line) const {
    return tell_ != nullptr ? tell_(line) : std::string(text_);
  }
  [[nodiscard]] constexpr bool is_empty() const { return tell_ == nullptr && text_.empty(); }

 private:
  std::string_view text_;
  std::string (*tell_)(const TimeLine&) = nullptr;
};

struct TimeRow {
  TimeId id{};
  std::string_view name;  ///< stable id: "gather_forward"
  TimePart part{};
  Stretch stretch{};
  Resource resource{};     ///< for collectives: within one node; across nodes it is replaced by the network
  RowText title;           ///< "Weights gathered for the forward pass"
  RowText meaning;         ///< one or two sentences
  RowText source;          ///< paper and equation, or DeepSpeed file and function
  RowText lever;           ///< setting that would make it smaller
  std::string_view hides;  ///< "behind the forward pass"; "" if it never hides
};

/// One row per TimeId, in the same order.
extern const std::array<TimeRow, time_id_count> time_rows;
inline const TimeRow& row_of(TimeId id) { return time_rows[static_cast<std::size_t>(id)]; }

}  // namespace zp
