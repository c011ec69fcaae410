// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/decimal_mark.h"

#include <langinfo.h>
#include <locale.h>

#include <string_view>

namespace zp::app {

DecimalMark typed_decimal_mark() {
  const locale_t locale = ::newlocale(LC_NUMERIC_MASK, "", static_cast<locale_t>(nullptr));
  if (locale == static_cast<locale_t>(nullptr)) return DecimalMark::point;  // the locale is not installed
  const bool is_comma = std::string_view(::nl_langinfo_l(RADIXCHAR, locale)) == ",";
  ::freelocale(locale);
  return is_comma ? DecimalMark::comma : DecimalMark::point;
}

}  // namespace zp::app
