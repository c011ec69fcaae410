// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/changed_keys.h"
#include "core/report/article_calls_words.h"
#include "core/report/key_words.h"
#include "core/report/speed_words.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/units/format.h"

namespace zp {
namespace {

std::string their_words(const char* who, const ArticleCandidate& candidate,
                        const ArticleRecommendation& choice) {
  return "  " +
         wrapped(std::string(who) + ": " + settings_of(candidate) + ", batch " +
                     format_count(choice.recommended_batch_size) + ", " +
                     format_number(choice.expected_memory_per_gpu_gib) + " GiB per GPU, " +
                     format_percent(choice.expected_slowdown_percent / 100) + " slower",
                 98, 4) +
         "\n";
}

/// Returns the keys that our plan changes in the call's plan, as --set takes them.
std::string changes_of(const ArticleCall& call) {
  std::string text;
  for (const ChangedKey& key : changed_keys({call.plan, {}}, *call.ours))
    text += (text.empty() ? "Ours sets " : ", ") + key.path + " " + value_of_key(key.path, key.value);
  return "  " + wrapped(text, 98, 4) + "\n";
}

std::string our_words(const ArticleCall& call) {
  if (!call.ours) return "  Ours: nothing runs.\n";
  return "  " +
         wrapped("Ours: " + settings_line(*call.ours) + ", " +
                     format_bytes(call.our_figures->estimate.gpu.peak) + " per GPU, " +
                     speed_line(*call.our_figures),
                 98, 4) +
         "\n" + changes_of(call);
}

std::string mark(const ArticleCall& call, std::size_t index) {
  const int at = static_cast<int>(index);
  if (at != call.chosen) return at == call.printed_choice ? "printed" : "";
  return at == call.printed_choice ? "returned, printed" : "returned";
}

std::string call_text(const ArticleCall& call) {
  std::string text = "  " + title_of(call.input) + "\n";
  const auto at = [&](int index) { return call.tried[static_cast<std::size_t>(index)].theirs; };
  if (call.returned) text += their_words("Its function returns", at(call.chosen), *call.returned);
  if (call.printed) text += their_words("It prints", at(call.printed_choice), *call.printed);
  text += our_words(call);
  Table table{
      {"", "It tries", "Its GPU", "GPU", "Host per node", "Micro batch", "Step", "Which"}, {}, "llrrrrrl"};
  for (std::size_t i = 0; i < call.tried.size(); ++i) {
    const ArticleConfiguration& one = call.tried[i];
    table.rows.push_back({mark(call, i), settings_of(one.theirs),
                          format_number(one.theirs.memory_per_gpu_gib, 3) + " GiB",
                          format_bytes(one.figures.estimate.gpu.peak),
                          format_bytes(one.figures.estimate.cpu.needed_per_node()),
                          format_count(one.plan.training.micro_batch_size),
                          format_seconds(one.figures.time.total), reason_of(call, one)});
  }
  return text + aligned_table(table, 4);
}

}  // namespace

std::string article_calls_text(const std::vector<ArticleCall>& calls) {
  std::string text =
      "  Its own calls, each of its configurations as a plan: fp16, checkpointing, a batch of " +
      format_count(article_target_batch_size) + "\n";
  for (const ArticleCall& call : calls)
    text += call_text(call);
  return text;
}

}  // namespace zp
