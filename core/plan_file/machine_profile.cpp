// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/machine_profile.h"

#include <filesystem>

#include "core/plan_file/plan_reading.h"
#include "core/text/text_file.h"
#include "core/text/user_folder.h"
#include "core/units/format.h"

namespace zp {

using namespace plan_io;

namespace {

constexpr std::string_view profile_format = "zero-profile/1";

/// Returns a plan with a profile's section. A plan must have a model, so this one has 1 parameter.
PlanDocument plan_around(Json measured) {
  return read_tree({{"model", {{"parameters", 1}}}, {"measured", std::move(measured)}});
}

/// Returns the path of the profile: next to the plan file that names it, or in the user's folder if it exists
/// only there.
std::string place_of(const std::string& profile, const std::string& plan_path) {
  const std::filesystem::path path(profile);
  if (path.is_absolute()) return profile;
  const bool has_file = !plan_path.empty() && plan_path != "-";
  const std::string beside =
      has_file ? (std::filesystem::path(plan_path).parent_path() / path).string() : profile;
  std::error_code ignored;
  const std::string own = user_config_path("profiles/" + profile);
  return !std::filesystem::exists(beside, ignored) && !own.empty() && std::filesystem::exists(own, ignored)
             ? own
             : beside;
}

}  // namespace

MachineProfile read_profile(std::string_view json_text) {
  const Json root = parse_json(json_text);
  if (!root.is_object()) fail("", "must be an object in braces, found " + found(root) + ".");
  const Json* format = member(&root, "format");
  if (format == nullptr || *format != profile_format)
    fail("format", "must be \"" + std::string(profile_format) +
                       "\": this is no machine profile; \"zero-planner calibrate --profile\" writes one.");
  const Json* measured = member(&root, "measured");
  if (measured == nullptr) fail("measured", "is missing: a machine profile has nothing else to say.");
  return profile_of(plan_around(as_object(*measured, "measured")));
}

std::string write_profile(const MachineProfile& profile) {
  PlanDocument document = plan_around(Json::object());
  set_profile(document, profile);
  const Json tree = plan_tree(document);
  const Json* measured = member(&tree, "measured");
  const Json root = {{"format", profile_format}, {"measured", measured ? *measured : Json::object()}};
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

MachineProfile profile_of(const PlanDocument& document) {
  const PlanText& text = document.text;
  return {document.plan.cluster.measured, text.measured_machine, text.measured_date, text.measured_logs};
}

void set_profile(PlanDocument& document, const MachineProfile& profile) {
  document.plan.cluster.measured = profile.measured;
  document.text.measured_machine = profile.machine;
  document.text.measured_date = profile.date;
  document.text.measured_logs = profile.logs;
}

void forget_profile(PlanDocument& document) {
  set_profile(document, {});
  document.text.profile.clear();
}

std::string follow_profile(PlanDocument& document, const std::string& plan_path) {
  if (document.text.profile.empty()) return "";
  const std::string path = place_of(document.text.profile, plan_path);
  std::string text;
  try {
    text = read_text_file(path);
  } catch (const FileError& error) {
    if (profile_of(document) == MachineProfile())
      throw FileError("cluster.profile",
                      "cluster.profile names a file that cannot be read: " + std::string(error.what()));
    return "cluster.profile: " + std::string(error.what()) + " The plan's own copy, measured, counts.";
  }
  try {
    set_profile(document, read_profile(text));
  } catch (const FileError& error) {
    throw FileError("cluster.profile", "cluster.profile, " + path + ": " + error.what());
  }
  return "";
}

std::string calibrated_on(const PlanDocument& document) {
  const MachineProfile profile = profile_of(document);
  if (profile.measured == Measured()) return "";
  std::string text = "Calibrated on " + (profile.machine.empty() ? "runs" : profile.machine);
  if (!profile.date.empty()) text += ", " + profile.date;
  const int figures = profile.measured.runs.all();
  return text + ": " + format_count(figures) + (figures == 1 ? " figure." : " figures.");
}

}  // namespace zp
