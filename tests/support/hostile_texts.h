// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace zp::test {

/// Texts that a shell, YAML, Python, JSON or Markdown would interpret if they were copied unescaped into a
/// file. Those that a shell would execute create a file "pwned" in the working folder.
inline const std::vector<std::string>& hostile_texts() {
  static const std::vector<std::string> texts = {
      "",
      " ",
      "two  words ",
      "\"; touch pwned; \"",
      "'; touch pwned; '",
      "; touch pwned #",
      "$(touch pwned)",
      "`touch pwned`",
      "${IFS:+$(touch pwned)}",
      "$((1+$(touch pwned)))",
      "a\ntouch pwned\n",
      "a\r\ntouch pwned\r\n",
      "\n---\nevil: yes\n",
      "| touch pwned",
      "&& touch pwned &",
      "> pwned",
      "<(touch pwned)",
      "*",
      "?[a-z]",
      "~",
      "~root/x",
      "{a,b}",
      "!!",
      "!important",
      "\\",
      "\\n\\x41\\u0041",
      "'\\''",
      "'''",
      "\"\"\"",
      "\"\"\" + __import__('os').system('touch pwned') + \"\"\"",
      "{__import__('os').system('touch pwned')}",
      "%s %(name)s %%",
      "-",
      "--help",
      "-rf /",
      "--config=$(touch pwned)",
      "a=b",
      "#no comment",
      "a #b",
      "a: b",
      "- a",
      "&anchor *alias",
      "!!python/object/apply:os.system ['touch pwned']",
      "yes",
      "No",
      "on",
      "null",
      "true",
      "y",
      "1",
      "1e5",
      "0x1F",
      "0o17",
      "1:30",
      ".inf",
      "2026-11-22",
      "../../etc/passwd",
      "/dev/null",
      "</script><script>alert(1)</script>",
      "<img src=x onerror=alert(1)>",
      "[text](javascript:alert(1))",
      "|a|b|",
      "# heading",
      "```\ntouch pwned\n```",
      "tab\there",
      "\x01\x02\x1b[31mred\x1b[0m\x07\x7f",
      "Größe",
      "日本語 🚀",
      "a\u202eb\u200bc\u2028d\u2029e\u0085f\ufeffg",
      "\U000E0041\U0010FFFF",
      "\u00e9\u0301",
  };
  return texts;
}

}  // namespace zp::test
