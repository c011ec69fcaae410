// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/roll_roles.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <utility>

#include "core/import/named_model.h"
#include "core/import/roll_devices.h"

namespace zp::import_io {
namespace {

/// The key of the critic's model, unless its section names one (roll/configs/base_config.py, __post_init__).
constexpr const char* reward_pretrain = "reward_pretrain";

constexpr std::string_view no_list = "It is no list of GPUs like list(range(0,8)) or [0, 1]; ";

/// The GPUs of a worker: none, some that train the policy, or others.
enum class WorkerPlace { none, shared, apart };

class RolePlacer {
 public:
  RolePlacer(FileKeys& keys, ProgramKeys& plan, RollPolicy policy)
      : keys_(keys), plan_(plan), policy_(std::move(policy)) {}

  /// Places the models beside the policy. A worker has a model on GPUs only if it has a device_mapping
  /// (roll/configs/worker_config.py, device_mapping); rewards come from functions otherwise
  /// (roll/pipeline/rlvr/rlvr_pipeline.py, reward_model_cluster).
  void place() {
    if (!policy_.generates || policy_.method == "distillation") {
      for (const std::string_view section :
           {"rewards.", "reward_model.", "reward.", "critic.", "reward_pretrain"})
        leave_section(section, "The plan's method has no rewards and no critic.");
      return;
    }
    Json roles = Json::array();
    place_reference(roles);
    place_reward(roles);
    place_critic(roles);
    if (!roles.empty()) plan_.set("training.roles", roles, "device_mapping of the workers");
    if (const FileKey* const named = find(reward_pretrain); named != nullptr && !used_.contains(named->key))
      plan_.list_as_unread(
          *named, "It names the critic's model; the plan has no critic of that name on the policy's GPUs.");
    remove_key(keys_, reward_pretrain);
  }

 private:
  [[nodiscard]] const FileKey* find(std::string_view name) const { return find_key(keys_, name); }
  void list_as_read(std::string_view name, const char* plan_key) {
    take_keys(keys_, plan_, {name}, plan_key);
  }

  /// Removes a section, and lists its keys as not read with one reason, except those already listed.
  void leave_section(std::string_view section, const std::string& reason) {
    bool has_any = false;
    for (const FileKey& key : keys_)
      if (key.key.starts_with(section) && !key.is_null() && !key.is_inherited &&
          !plan_.is_listed(key.spelling)) {
        plan_.list_as_unread(key, reason);
        has_any = true;
      }
    if (has_any) plan_.note({Severity::style, "not_read", "", reason, ""});
    remove_section(keys_, section);
  }

  /// Returns the place of a worker's model; it is shared too if the file does not list the policy's GPUs.
  [[nodiscard]] WorkerPlace place_of(const FileKey* mapping) const {
    const std::set<std::int64_t> devices = roll_devices(mapping);
    if (devices.empty()) return WorkerPlace::none;
    const auto trains = [this](std::int64_t device) { return policy_.trains.contains(device); };
    return policy_.trains.empty() || std::ranges::any_of(devices, trains) ? WorkerPlace::shared
                                                                          : WorkerPlace::apart;
  }

  /// Returns a role on the policy's GPUs with the model that the first of these keys names, if the catalog
  /// has it; lists the key.
  [[nodiscard]] Json role_here(const char* name, std::initializer_list<std::string> model_keys) {
    Json role = {{"name", name}, {"placement", "colocated"}};
    for (const std::string& key : model_keys) {
      const FileKey* const named = find(key);
      if (named == nullptr) continue;
      const auto id = model_id_of(named->text, plan_.document().plan, plan_.presets());
      const FileKey* const policy = naming_model(keys_);
      const bool is_policy = policy != nullptr && policy->text == named->text;
      if (id || is_policy) {
        if (!is_policy) role["model"] = *id;
        plan_.list_as_read(*named, "training.roles");
      } else {
        plan_.list_as_unread(*named,
                             "It is no model of the catalog; the plan has one as large as the policy.");
      }
      used_.insert(key);
      break;
    }
    return role;
  }

  void place_reference(Json& roles) {
    constexpr std::string_view mapping = "reference.device_mapping";
    const WorkerPlace place = place_of(find(mapping));
    if (!policy_.has_reference || place == WorkerPlace::none) return;
    if (place == WorkerPlace::apart) roles.push_back({{"name", "reference"}, {"placement", "elsewhere"}});
    list_as_read(mapping, "training.roles");
  }

  void place_reward(Json& roles) {
    constexpr std::string_view end = "device_mapping";
    std::string section;  // of the reward model on the policy's GPUs
    bool is_somewhere = false;
    for (const FileKey& key : keys_) {
      const bool is_reward = key.key.starts_with("rewards.") || key.key.starts_with("reward_model.") ||
                             key.key.starts_with("reward.");
      if (!is_reward || !key.key.ends_with(end)) continue;
      const WorkerPlace place = place_of(&key);
      is_somewhere = is_somewhere || place != WorkerPlace::none;
      if (place == WorkerPlace::shared) {
        section = key.key.substr(0, key.key.size() - end.size());
        plan_.list_as_read(key, "training.roles");
      } else if (place == WorkerPlace::none && !key.is_null() && !key.is_array() && key.text != "[]") {
        plan_.list_as_unread(key, std::string(no_list) + "the plan has no reward model there.");
      }
    }
    if (!section.empty()) {
      roles.push_back(role_here("reward", {section + "model_args.model_name_or_path"}));
      plan_.note({Severity::ignored, "reward_leaves_for_the_step", "training.roles",
                  "ROLL moves the reward model off the GPUs before it trains, unless the pipeline is "
                  "asynchronous; the plan keeps it there, and its peak is higher.",
                  "Set its placement to elsewhere in training.roles if the peak of the step counts."});
    } else if (policy_.method == "ppo") {
      roles.push_back({{"name", "reward"}, {"placement", "elsewhere"}});
    }
    const std::string reason =
        !section.empty() ? "A plan describes only the model and the place of a reward model."
        : is_somewhere   ? "The reward model is on separate GPUs; the plan has only those of the policy."
                         : "Rewards come from workers without GPUs; the plan has no model for them.";
    for (const std::string_view each : {"rewards.", "reward_model.", "reward."})
      leave_section(each, reason);
  }

  void place_critic(Json& roles) {
    constexpr std::string_view mapping = "critic.device_mapping";
    if (policy_.method != "ppo")
      return leave_section("critic.", "ROLL has a critic only with adv_estimator: gae.");
    const WorkerPlace place = place_of(find(mapping));
    if (place == WorkerPlace::none) {
      plan_.note(
          {Severity::ignored, "critic_not_placed", "training.roles",
           "The file does not say by critic.device_mapping on which GPUs the critic trains; the plan has "
           "it on the policy's.",
           "Set its placement in training.roles."});
      leave_roll_mapping(keys_, plan_, mapping, "the plan has the critic on the policy's GPUs.");
    }
    if (place == WorkerPlace::apart)
      roles.push_back({{"name", "critic"}, {"placement", "elsewhere"}});
    else
      roles.push_back(role_here("critic", {"critic.model_args.model_name_or_path", reward_pretrain}));
    list_as_read(mapping, "training.roles");
    leave_section(
        "critic.",
        place == WorkerPlace::apart
            ? "The critic trains on separate GPUs; the plan has only those of the policy."
            : "A plan describes only the model and the place of a critic, which trains as the policy does.");
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
  RollPolicy policy_;
  std::set<std::string, std::less<>> used_;  ///< keys whose models are roles
};

}  // namespace

void leave_roll_mapping(FileKeys& keys, ProgramKeys& plan, std::string_view name, const std::string& reason) {
  if (const FileKey* const key = find_key(keys, name))
    plan.list_as_unread(*key, std::string(no_list) + reason);
  remove_key(keys, name);
}

void place_roll_roles(FileKeys& keys, ProgramKeys& plan, RollPolicy policy) {
  RolePlacer(keys, plan, std::move(policy)).place();
}

}  // namespace zp::import_io
