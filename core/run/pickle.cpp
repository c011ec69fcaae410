// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/pickle.h"

namespace zp {

std::size_t PickleItem::size() const {
  if (is_list()) return in_->containers_[payload()].size;
  return is_dict() ? in_->containers_[payload()].size / 2 : 0;
}

PickleItem PickleItem::at(std::size_t i) const {
  return {*in_, in_->slots_[in_->containers_[payload()].begin + i]};
}

PickleItem PickleItem::find(std::string_view key) const {
  if (!is_dict()) return {};
  const Pickle::Container& pairs = in_->containers_[payload()];
  for (std::size_t i = pairs.size; i >= 2;
       i -= 2)  // searches from the end, because the last value of a repeated key counts
    if (PickleItem(*in_, in_->slots_[pairs.begin + i - 2]).text() == key)
      return {*in_, in_->slots_[pairs.begin + i - 1]};
  return {};
}

std::optional<std::int64_t> PickleItem::integer() const {
  if (kind() != PickleKind::integer) return std::nullopt;
  return static_cast<std::int64_t>(bits_) >> 3;
}

std::string_view PickleItem::text() const {
  if (kind() != PickleKind::text) return {};
  const auto& [first, length] = in_->texts_[payload()];
  return std::string_view(in_->characters_).substr(first, length);
}

}  // namespace zp
