// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/check/check_config.h"
#include "core/import/import_parts_json.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_from_config.h"
#include "core/plan_file/plan_keys.h"
#include "core/text/config_text.h"
#include "core/text/json_text.h"
#include "core/units/format.h"

namespace zp::import_io {
namespace {

/// A value that training needs and that a ds_config could state.
struct Needed {
  std::string_view plan_key, what;
};
constexpr std::array needed = {
    Needed{"training.micro_batch_size", "micro batch"},
    Needed{"training.gradient_accumulation_steps", "gradient accumulation"},
    Needed{"training.optimizer", "optimizer"},
};
/// Values that a ds_config cannot state.
constexpr std::array never_said = {
    Needed{"training.sequence_length", "the sequence length"},
    Needed{"training.activation_checkpointing", "whether activations are recomputed"},
};

/// Throws FileError with the check's message.
[[noreturn]] void refuse(const Finding& finding) {
  const TextPosition place = finding.place.position;
  throw FileError(finding.path,
                  "Line " + format_count(place.line) + ", column " + format_count(place.column) + ": " +
                      sentence_of(finding),
                  place.line, place.column);
}

/// Returns true if the plan's value is the default of a plan that does not state it.
bool is_default(std::string_view plan_key, const Plan& plan) {
  const PlanKey& key = *find_plan_key(plan_key);
  return key.value(plan) == key.value(defaults_for(plan));
}

/// Returns true if a switch for a half precision is "auto", which Trainer fills in.
bool leaves_to_trainer(const ConfigSource& config) {
  constexpr auto switches = std::to_array<const char*>({"bf16.enabled", "fp16.enabled", "bfloat16.enabled"});
  return std::ranges::any_of(switches, [&](const char* path) {
    const TextNode* const node = config.root.find(path);
    return node != nullptr && node->is_auto();
  });
}

void note_what_is_open(Imported& imported, const ConfigSource& config, const Provenance& provenance,
                       const Plan& base) {
  for (const Needed& key : needed)
    if (!provenance.find(key.plan_key))
      note(imported, "not_in_file", std::string(key.plan_key),
           "The file does not say the " + std::string(key.what) +
               (is_default(key.plan_key, base) ? "; the default was taken." : "; the plan's was kept."));
  constexpr std::string_view precision = "training.precision";
  const Training& training = imported.document.plan.training;
  if (!provenance.find(precision))
    note(
        imported, "not_in_file", std::string(precision),
        training.precision == Precision::fp32 && training.autocasts
            ? "The file switches neither bf16 nor fp16 on, but torch_autocast: weights, gradients and states "
              "are fp32, and matrix products run in the type of torch_autocast."
        : training.precision == Precision::fp32
            ? "The file switches neither bf16 nor fp16 on: DeepSpeed trains in fp32."
        : leaves_to_trainer(config)
            ? "The file leaves the precision to the program (\"auto\"); the plan's was kept."
            : "The file does not say the precision; the plan's was kept.");
  for (const Needed& key : never_said)
    if (is_default(key.plan_key, base))
      note(imported, "not_in_file", std::string(key.plan_key),
           "A ds_config does not say " + std::string(key.what) + "; the default was taken.",
           "Set it, because the estimate depends on it.");
  if (imported.document.plan.target.flavour != base.target.flavour)
    note(imported, "auto", "target.flavour",
         "Values \"auto\" are filled in by Hugging Face Trainer: bucket sizes by its rule, the others from "
         "the plan.");
}

/// Predicate for refusals that depend only on the number of ranks: a job of another size would accept the
/// file.
class RankRefusals {
 public:
  RankRefusals(const ConfigSource& config, CheckOptions options) {
    options.world_size.reset();
    for (Finding& issue : check_config(config, options).issues)
      if (issue.severity == Severity::refused) elsewhere_.push_back(std::move(issue.code));
  }
  [[nodiscard]] bool operator()(const Finding& issue) const {
    constexpr std::array<std::string_view, 3> codes = {"batch_triple_mismatch", "batch_not_positive",
                                                       "ranks_do_not_fit"};
    return std::ranges::find(codes, issue.code) != codes.end() &&
           std::ranges::find(elsewhere_, issue.code) == elsewhere_.end();
  }

 private:
  std::vector<std::string> elsewhere_;
};

/// Adds notes for refusals that do not stop the import; throws FileError for one that does.
void take_issues(Imported& imported, const ConfigCheck& check, const ConfigSource& config,
                 const CheckOptions& options) {
  std::optional<RankRefusals> of_the_ranks;
  for (const Finding& issue : check.issues) {
    const bool is_refused = issue.severity == Severity::refused;
    if (is_refused && !check.accepted && issue.code != given_by_base) {
      if (!of_the_ranks) of_the_ranks.emplace(config, options);
      if (!(*of_the_ranks)(issue)) refuse(issue);
    }
    if (is_refused || leniency_of(issue.code)) imported.notes.push_back(issue);
  }
}

/// Prefix of plan keys that carry a ds_config key which has no plan key of its own.
constexpr std::string_view carried = "deepspeed_config.";

/// Lists the keys that the plan has from the file, and those that it cannot hold.
void list_keys(Imported& imported, const ConfigSource& config, const PlanFromConfig& made) {
  const LineIndex lines(config.text);
  const auto line_of = [&](TextSpan span) {
    return span.size() > 0 && span.end <= config.text.size() ? lines.position(span.begin).line : 0;
  };
  const Json plan = text_io::parse_json(write_plan(imported.document));
  std::set<std::string, std::less<>> held;  // keys of the file that have a key of their own in the plan
  for (const auto& [plan_key, origin] : made.provenance.all())
    if (!plan_key.starts_with(carried)) held.insert(origin.path);
  for (const auto& [plan_key, origin] : made.provenance.all()) {
    if (plan_key.starts_with(carried) && held.contains(origin.path)) continue;
    const PlanKey* key = find_plan_key(plan_key);
    const Json* written = text_io::value_at_path(plan, plan_key);
    Json value;
    if (written != nullptr)
      value = *written;
    else if (key != nullptr && key->value != nullptr)
      value = std::visit([](const auto& each) { return Json(each); }, key->value(imported.document.plan));
    else if (const TextNode* node = config.root.find(origin.path))
      value = text_io::json_of(*node);
    if (value.is_object()) continue;  // a section
    const TextNode* stated = config.root.find(origin.path);
    ReadKey read{origin.path, plan_key, text_io::one_line(value),
                 stated != nullptr ? text_io::one_line(text_io::json_of(*stated)) : "",
                 line_of(origin.key_span)};
    const bool has_place = stated != nullptr && stated->span.size() > 0;
    read.part = has_place ? ImportPart::file : ImportPart::none;
    read.key_span = origin.key_span;
    if (has_place) read.span = stated->span;
    imported.read.push_back(std::move(read));
  }
  for (const Finding& note : made.notes)
    imported.unread_keys.push_back({note.path, "", note.place.position.line, note.message});
}

/// Throws FileError for a template whose values are capitalised placeholders ("stage": ZERO_STAGE) for a
/// script to replace.
void refuse_template(const ConfigSource& config) {
  const std::string& text = config.text;
  constexpr std::string_view blank = " \t";
  if (text.find_first_not_of(" \t\r\n") != text.find('{'))
    return;  // not an object: a Python program, which has such names too
  for (std::size_t at = text.find(':'); at != std::string::npos; at = text.find(':', at + 1)) {
    const std::size_t begin = text.find_first_not_of(blank, at + 1);
    if (begin == std::string::npos) return;
    std::size_t end = begin;
    while (end < text.size() && ((text[end] >= 'A' && text[end] <= 'Z') ||
                                 (text[end] >= '0' && text[end] <= '9') || text[end] == '_'))
      ++end;
    const std::string word = text.substr(begin, end - begin);
    const bool is_word = word.find('_') != std::string::npos && word.front() >= 'A' && word.front() <= 'Z';
    if (!is_word || at == 0 || text[at - 1] != '"') continue;
    const TextPosition place = LineIndex(text).position(begin);
    throw FileError("",
                    "Line " + format_count(place.line) +
                        ": this ds_config is a template, in which a script "
                        "replaces " +
                        word + " by a value. Import that script, or put a value in its place.",
                    place.line, place.column);
  }
}

/// Series of DeepSpeed whose parsers differ in what they refuse, newest first.
constexpr auto older_series =
    std::to_array<std::string_view>({"0.18", "0.17", "0.16", "0.15", "0.14", "0.12"});

Imported import_for_release(const ConfigSource& config, const PlanDocument& base) {
  PlanFromConfig made = plan_from_config(config.root, base);
  CheckOptions options{base.plan.cluster.ranks(), base.plan, base.plan.target.deepspeed_version};
  options.plan->target.flavour = made.document.plan.target.flavour;  // Trainer fills in its values
  Imported imported;
  imported.document = std::move(made.document);
  imported.document.text.imported_config = text_io::text_of(text_io::json_of(config.root));
  list_keys(imported, config, made);
  take_issues(imported, check_config(config, options), config, options);
  std::ranges::move(made.notes, std::back_inserter(imported.notes));
  note_what_is_open(imported, config, made.provenance, base.plan);
  for (const auto& [plan_key, origin] : made.provenance.all())
    imported.stated.insert(plan_key);
  imported.stated.insert("training.precision");  // no switch is on: fp32
  if (imported.document.plan.target.flavour != base.plan.target.flavour)
    imported.stated.insert("target.flavour");
  return imported;
}

}  // namespace

Imported import_ds_config(const ConfigSource& config, const PlanDocument& base) {
  refuse_template(config);
  try {
    return import_for_release(config, base);
  } catch (const FileError& refusal) {
    if (base.plan.target.deepspeed_version != DeepSpeedVersion()) throw;
    for (const std::string_view series : older_series) {
      PlanDocument older = base;
      older.plan.target.deepspeed_version = parse_version(series).value();
      try {
        Imported imported = import_for_release(config, older);
        imported.stated.insert("target.deepspeed_version");
        note(imported, "older_deepspeed", "target.deepspeed_version",
             "DeepSpeed " + name_of(DeepSpeedVersion()) + " refuses the file. " + refusal.what() +
                 " It was read as DeepSpeed " + name_of(older.plan.target.deepspeed_version) + " reads it.",
             "Do that, or set target.deepspeed_version to the release that is installed.", Severity::ignored);
        return imported;
      } catch (const FileError&) {  // an older series may accept the file
      }
    }
    throw;
  }
}

}  // namespace zp::import_io
