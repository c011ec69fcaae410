// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/machine_profile.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <string>

#include "core/plan_file/plan_file.h"
#include "core/text/text_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

MachineProfile learned() {
  MachineProfile profile{{}, "node 7", "2026-11-22", "run.log"};
  profile.measured.compute = 0.9;
  profile.measured.runs.one_node = 3;
  return profile;
}

PlanDocument plan_naming(const std::string& path) {
  return read_plan(R"({"model": {"preset": "gpt-2-124m"}, "cluster": {"profile": ")" + path + R"("}})");
}

std::string error_of(const std::string& text) {
  try {
    read_profile(text);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

/// Tests of a machine's measured constants, in a plan and in a file that plans share.
class MachineProfileTest : public QObject {
  Q_OBJECT

 private slots:
  void a_plan_keeps_what_was_measured() {
    PlanDocument plan = read_plan(R"({"model": {"preset": "gpt-2-124m"}})");
    QVERIFY(write_plan(plan).find("measured") == std::string::npos);
    set_profile(plan, learned());
    const PlanDocument again = read_plan(write_plan(plan));
    QCOMPARE(profile_of(again), learned());
    QCOMPARE(calibrated_on(again), std::string("Calibrated on node 7, 2026-11-22: 3 figures."));
    forget_profile(plan);
    QCOMPARE(plan, read_plan(R"({"model": {"preset": "gpt-2-124m"}})"));
    QCOMPARE(calibrated_on(plan), std::string());
  }

  void a_profile_is_written_and_read() { QCOMPARE(read_profile(write_profile(learned())), learned()); }

  void what_is_no_profile_is_refused() {
    QVERIFY(error_of("[]").find("must be an object") != std::string::npos);
    QVERIFY(error_of(R"({"format": "zero-plan/1"})").find("no machine profile") != std::string::npos);
    QVERIFY(error_of(R"({"format": "zero-profile/1"})").find("is missing") != std::string::npos);
    QVERIFY(
        error_of(R"({"format": "zero-profile/1", "measured": {"compute": 0}})").find("measured.compute") !=
        std::string::npos);
  }

  void a_plan_follows_the_profile_beside_it() {
    const QTemporaryDir folder;
    const std::string plan_path = folder.filePath(QStringLiteral("plan.json")).toStdString();
    write_text_file(folder.filePath(QStringLiteral("node7.json")).toStdString(), write_profile(learned()));
    PlanDocument plan = plan_naming("node7.json");
    QCOMPARE(follow_profile(plan, plan_path), std::string());
    QCOMPARE(profile_of(plan), learned());
    QCOMPARE(plan.text.profile, std::string("node7.json"));

    // If the plan is sent on without the file, it has its own copy, and a sentence says so.
    PlanDocument sent = read_plan(write_plan(plan));
    QVERIFY(follow_profile(sent, "elsewhere/plan.json").find("own copy") != std::string::npos);
    QCOMPARE(profile_of(sent), learned());
  }

  void a_profile_of_the_users_own_is_found_by_its_name() {
    const QTemporaryDir config, plans;
    const QByteArray before = qgetenv("XDG_CONFIG_HOME");
    qputenv("XDG_CONFIG_HOME", config.path().toUtf8());
    QVERIFY(QDir(config.path()).mkpath(QStringLiteral("zero-planner/profiles")));
    write_text_file(config.filePath(QStringLiteral("zero-planner/profiles/node7.json")).toStdString(),
                    write_profile(learned()));
    const std::string plan_path = plans.filePath(QStringLiteral("plan.json")).toStdString();
    PlanDocument plan = plan_naming("node7.json");
    QCOMPARE(follow_profile(plan, plan_path), std::string());
    QCOMPARE(profile_of(plan), learned());
    MachineProfile nearer = learned();
    nearer.machine = "beside the plan";
    write_text_file(plans.filePath(QStringLiteral("node7.json")).toStdString(), write_profile(nearer));
    QCOMPARE(follow_profile(plan, plan_path), std::string());
    QCOMPARE(profile_of(plan), nearer);
    before.isNull() ? qunsetenv("XDG_CONFIG_HOME") : qputenv("XDG_CONFIG_HOME", before);
  }

  void a_profile_that_is_not_there_is_an_error_where_there_is_no_copy() {
    PlanDocument plan = plan_naming("nowhere.json");
    QVERIFY_THROWS_EXCEPTION(FileError, follow_profile(plan, ""));
  }

  void a_profile_that_is_none_is_an_error() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("x.json")).toStdString();
    write_text_file(path, "{}");
    PlanDocument plan = plan_naming(path);
    QVERIFY_THROWS_EXCEPTION(FileError, follow_profile(plan, ""));
  }
};

ZP_TEST(MachineProfileTest)
#include "machine_profile_test.moc"
