// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/plan_from_config.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "core/plan_file/deepspeed_keys.h"
#include "core/plan_file/plan_reading.h"
#include "core/plan_file/trainer_keys.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp {

using namespace plan_io;

namespace {

constexpr std::string_view zero_section_key = "zero_optimization";

/// Returns the value converted as Python would for a field of that kind; unchanged if Python cannot convert
/// it.
Json as_python_reads(const TextNode& node, KeyKind kind) {
  if (kind == KeyKind::flag) {
    if (const auto on = python::lax_bool(node)) return *on;
  } else if (kind == KeyKind::real) {
    if (const auto real = python::lax_float(node)) return number(*real);
  } else if (kind == KeyKind::count && !(node.is_integer() && !node.huge)) {
    if (const auto whole = python::lax_int(node)) return number(*whole);
  }
  return json_of(node);
}

/// Returns a section of the file with its values as in a plan file's deepspeed_config.
Json section_of(const TextNode& node, const std::string& path) {
  if (!node.is_object()) return Json::object();
  Json object = json_of(node);
  for (const TextNode& child : node.children) {
    const std::string child_path = joined(path, child.key);
    const auto kind = child.is_object() ? std::nullopt : kind_of_config_key(child_path);
    if ((!child.is_object() && !kind) || &child != node.child(child.key)) continue;
    object[child.key] = kind ? as_python_reads(child, *kind) : section_of(child, child_path);
  }
  return object;
}

/// Returns `text` with every path such as "deepspeed_config.zero_optimization.stage" shortened to
/// "zero_optimization.stage".
std::string in_file(std::string text) {
  const std::string prefix = std::string(config_prefix) + '.';
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at))
    text.erase(at, prefix.size());
  return text;
}

void add_every_member(Provenance& provenance, const TextNode& node, const std::string& path,
                      const std::string& plan_path) {
  for (const TextNode& child : node.children) {
    const std::string child_path = joined(path, child.key);
    const std::string below = child_path == zero_section_key ? "zero" : joined(plan_path, child.key);
    provenance.add(below, {child_path, child.span, child.key_span});
    if (child.is_object()) add_every_member(provenance, child, child_path, below);
  }
}

class ConfigConverter {
 public:
  ConfigConverter(const TextNode& root, const PlanDocument& base)
      : root_(root), config_(section_of(root, "")), taking_(collecting()) {
    result_.document = base;
  }

  PlanFromConfig convert() {
    Plan& plan = result_.document.plan;
    plan.training.framework = Framework::deepspeed;
    if (is_left_to_trainer(root_)) plan.target.flavour = Flavour::hf_trainer;
    plan.zero = defaults_without_program(plan).zero;
    add_every_member(result_.provenance, root_, "", std::string(config_prefix));
    const ZeroSection zero = read_zero_section({{std::string(config_prefix), config_}}, plan, taking_);
    take_zero(zero, plan, taking_);
    config_.erase(std::string(zero_section_key));
    start_from_fp32();
    adopt_deepspeed_config(config_, nullptr, plan, taking_);
    PlanText& text = result_.document.text;
    text.zero_extra = carried(in_contract_order(zero_extra(zero.keys), "zero"), zero_section_key);
    text.deepspeed_config = carried(config_, "");
    return std::move(result_);
  }

 private:
  KeyReactions collecting() {
    return {[this](const FileError& error) { refuse(error); },
            [this](std::string_view plan_key, const std::string& shown) { take(plan_key, shown); }};
  }

  void refuse(const FileError& error) {
    const std::string path = in_file(error.path());
    erase_at_path(config_, path);  // a plan file with it would be invalid
    result_.notes.push_back({Severity::ignored, "not_in_plan", path, in_file(error.what()),
                             "The plan keeps what it had there, and the export what the file says."});
  }

  void take(std::string_view plan_key, const std::string& shown) {
    const std::string path = in_file(shown);
    if (const TextNode* node = nearest_node(path))
      result_.provenance.add(std::string(plan_key), {path, node->span, node->key_span});
  }

  /// Returns the node of `path`, or of the nearest section above it in the file: a switch such as cpu_offload
  /// stands for keys that the file does not have.
  [[nodiscard]] const TextNode* nearest_node(std::string_view path) const {
    for (; !path.empty(); path = section_part(path))
      if (const TextNode* node = root_.find(path)) return node;
    return nullptr;
  }

  /// Sets the precision of a file without an explicit switch: fp32 if neither fp16 nor bf16 is enabled
  /// (runtime/engine.py, _configure_distributed_model), although the default of a plan file is bf16. Trainer
  /// fills in "auto".
  void start_from_fp32() {
    const auto is_open = [&](std::string_view section) {
      const TextNode* enabled = root_.find(joined(section, "enabled"));
      return enabled && enabled->is_auto();
    };
    const bool bf16 = is_open("bf16") || is_open("bfloat16"), fp16 = is_open("fp16");
    Precision& precision = result_.document.plan.training.precision;
    if (!bf16 && !fp16)
      precision = Precision::fp32;
    else if (precision != Precision::fp32 && bf16 != fp16)  // Trainer fills in only the sections in the file
      precision = bf16 ? Precision::bf16 : Precision::fp16;
  }

  /// Returns the carried keys as text; "" with a note if a plan file cannot contain them.
  std::string carried(const Json& object, std::string_view section) {
    std::string text = text_of(object);
    try {
      (void)object_of(text);
      return text;
    } catch (const FileError& error) {
      result_.notes.push_back({Severity::ignored, "not_in_plan", std::string(section), error.what(),
                               "These keys are left out of the plan; the export keeps them."});
      return {};
    }
  }

  const TextNode& root_;
  Json config_;
  PlanFromConfig result_;
  KeyReactions taking_;
};

}  // namespace

const Origin* Provenance::find(std::string_view plan_key) const {
  const auto found = origins_.find(plan_key);
  return found == origins_.end() ? nullptr : &found->second;
}

const Origin* Provenance::nearest(std::string_view plan_key) const {
  for (; !plan_key.empty(); plan_key = section_part(plan_key))
    if (const Origin* origin = find(plan_key)) return origin;
  return nullptr;
}

PlanFromConfig plan_from_config(const TextNode& root, const PlanDocument& base) {
  return ConfigConverter(root, base).convert();
}

}  // namespace zp
