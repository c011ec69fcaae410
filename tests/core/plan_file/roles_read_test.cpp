// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <string>

#include "core/plan_file/plan_file.h"
#include "core/sharding/roles.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

PlanDocument with_training(const std::string& keys) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "training": {)" + keys + "}}");
}

std::string refusal_of(const std::string& keys) {
  try {
    static_cast<void>(with_training(keys));
  } catch (const FileError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

/// Tests of training.roles in a plan file.
class RolesReadTest : public QObject {
  Q_OBJECT

 private slots:
  void a_role_is_read_and_written_back() {
    const std::string roles =
        R"("method": "ppo", "roles": [{"name": "reward", "model": "llama-2-13b", "precision": "nf4", "stage": 0, "offload_param": "cpu"},)"
        R"({"name": "critic", "model": 1e9, "trainable": true, "placement": "elsewhere"}])";
    const PlanDocument document = with_training(roles);
    const MethodSettings& method = document.plan.training.method;
    const RoleSettings &reward = method.of(RoleName::reward), &critic = method.of(RoleName::critic);
    QVERIFY(reward.offload_param == RoleDevice::cpu && critic.offload_param == RoleDevice::automatic);
    QVERIFY(reward.is_named && reward.precision == RolePrecision::nf4 && reward.stage == 0);
    QVERIFY(model_of_role(document.plan, RoleName::reward).preset == reward.preset && reward.preset);
    QVERIFY(critic.parameters == 1'000'000'000 && critic.placement == Placement::elsewhere);
    QVERIFY(!method.of(RoleName::reference).is_named);
    QVERIFY(read_plan(write_plan(document)) == document);
  }

  void the_program_decides_what_is_not_said() {
    const PlanDocument verl = with_training(R"("method": "grpo", "program": "verl")");
    QCOMPARE(verl.plan.training.method.engine_share, 0.5);
    QVERIFY(verl.plan.training.method.engine_sleeps);
    const std::string written = write_plan(verl);
    QVERIFY(written.find("\"program\": \"verl\"") != std::string::npos);
    QVERIFY(written.find("engine_") == std::string::npos);
    QVERIFY(read_plan(written) == verl);
    const PlanDocument stated =
        with_training(R"("method": "grpo", "engine_share": 0.3, "engine_sleeps": false, "program": "verl")");
    QCOMPARE(stated.plan.training.method.engine_share, 0.3);
    QVERIFY(!stated.plan.training.method.engine_sleeps);
    QVERIFY(read_plan(write_plan(stated)) == stated);
  }

  void what_a_role_does_not_decide_is_said() {
    QVERIFY(refusal_of(R"("method": "dpo", "roles": [{"name": "reference", "trainable": true}])")
                .find("follows from training.method: false") != std::string::npos);
    QVERIFY(refusal_of(R"("roles": [{"name": "critic", "offload_param": "cpu"}])")
                .find("follows from zero.offload_param: \"none\"") != std::string::npos);
    QVERIFY(refusal_of(R"("roles": [{"name": "teacher", "stage": 2}])").find("training.roles.0.stage") !=
            std::string::npos);
  }

  void errors_name_the_place_and_the_fix() {
    QVERIFY(refusal_of(R"("roles": {"name": "teacher"})").find("must be a list") != std::string::npos);
    QVERIFY(refusal_of(R"("roles": [{"model": "llama-2-7b"}])").find("has no name") != std::string::npos);
    QVERIFY(refusal_of(R"("roles": [{"name": "teacher"}, {"name": "teacher"}])").find("twice") !=
            std::string::npos);
    QVERIFY(refusal_of(R"("roles": [{"name": "teacher", "modell": 1}])").find("is no key of a role") !=
            std::string::npos);
  }
};

ZP_TEST(RolesReadTest)
#include "roles_read_test.moc"
