// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

constexpr const char* own_plan =
    R"({"model": {"preset": "lab-1b"}, "cluster": {"gpu": {"preset": "lab-card"}}})";
constexpr const char* made_of = R"({"model": {"architecture": {"hidden_size": 2048, "layers": 16}},
  "cluster": {"gpu": {"memory_gib": 47.5, "bf16_tflops": 181, "memory_gb_per_s": 864}}})";

/// A user with a folder of settings.
struct User {
  QTemporaryDir folder;
  QString file = folder.filePath(QStringLiteral("zero-planner/presets.json"));
  QString plan = folder.filePath(QStringLiteral("plan.json"));

  User() { write_file(plan, made_of); }
  [[nodiscard]] Outcome run(const QStringList& arguments, const QByteArray& input = {}) const {
    QProcessEnvironment environment = plain_environment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.path());
    return run_program(arguments, {input, {}}, environment);
  }
  void add_both() const {
    for (const auto& [part, name] : {std::pair{"models", "Lab 1B"}, std::pair{"gpus", "Lab card"}}) {
      const Outcome added = run({"presets", part, "--add", name, "--plan", plan});
      QVERIFY2(added.status == 0, describe(added));
      QVERIFY2(added.out.contains("was added to " + file.toUtf8()), describe(added));
    }
  }
};

}  // namespace

/// Tests of a user's own presets on the command line.
class UserPresetsCommandTest : public QObject {
  Q_OBJECT

 private slots:
  void what_is_added_can_be_planned_with_here_and_elsewhere() {
    const User user, other;
    QCOMPARE(user.run({"estimate", "-", "--json"}, own_plan).status, 2);
    user.add_both();
    const Outcome named = user.run({"estimate", "-", "--json"}, own_plan);
    QVERIFY2(named.status == 0, describe(named));
    const Outcome bare = other.run({"estimate", other.plan, "--json"});
    QCOMPARE(named.json()["gpu"], bare.json()["gpu"]);
    const Outcome solved = user.run({"compare", "-", "--json"}, own_plan);
    const Json of_first = solved.json()["candidates"][0]["plan"];
    QCOMPARE(of_first["presets"]["gpus"][0]["name"], Json("Lab card"));
    const Outcome there = other.run({"estimate", "-", "--json"}, QByteArray::fromStdString(of_first.dump()));
    QVERIFY2(there.err.isEmpty(), describe(there));
    QCOMPARE(there.json()["gpu"], solved.json()["candidates"][0]["estimate"]["gpu"]);
    QCOMPARE(there.json()["step"], solved.json()["candidates"][0]["estimate"]["step"]);
  }

  void a_picture_shows_a_plan_that_names_them() {
    const User user, other;
    user.add_both();
    const QString plan = user.folder.filePath(QStringLiteral("own.json")),
                  out = user.folder.filePath(QStringLiteral("own.png")),
                  bare = user.folder.filePath(QStringLiteral("bare.png"));
    write_file(plan, own_plan);
    for (const QStringList& more : {QStringList(), QStringList{"--set", "zero.stage=3"}}) {
      const Outcome shown = user.run(QStringList{"screenshot", plan, "--out", out} + more);
      QVERIFY2(shown.status == 0 && shown.err.isEmpty(), describe(shown));
      QVERIFY(QFile::exists(out) && QFile::remove(out));
    }
    const Outcome piped = user.run({"screenshot", "-", "--out", out}, own_plan);
    QVERIFY2(piped.status == 0, describe(piped));
    QCOMPARE(other.run({"screenshot", plan, "--out", out}).status, 2);
    // The picture of the example is the same for everybody.
    QVERIFY(QFile::remove(out));
    QCOMPARE(user.run({"screenshot", "--out", out}).status, 0);
    QCOMPARE(other.run({"screenshot", "--out", bare}).status, 0);
    QCOMPARE(read_file(out), read_file(bare));
  }

  void the_list_says_whose_each_is() {
    const User user;
    user.add_both();
    const Json gpus = user.run({"presets", "gpus", "--json"}).json()["gpus"];
    QCOMPARE(gpus.front()["shipped"], Json(true));
    QVERIFY(!gpus.front().contains("file"));
    QCOMPARE(gpus.back()["id"], Json("lab-card"));
    QCOMPARE(gpus.back()["shipped"], Json(false));
    QCOMPARE(QString::fromStdString(gpus.back()["file"]), user.file);
    QVERIFY(user.run({"presets"}).out.endsWith("Yours, of " + user.file.toUtf8() + ": lab-1b, lab-card.\n"));
    QVERIFY(!run_program({"presets"}).out.contains("Yours"));
  }

  void one_is_renamed_and_removed() {
    const User user;
    user.add_both();
    QCOMPARE(user.run({"presets", "gpus", "--rename", "lab-card", "--to", "Rack card"}).out,
             "lab-card is rack-card from now on, in " + user.file.toUtf8() + ".\n");
    QCOMPARE(user.run({"presets", "gpus", "--json"}).json()["gpus"].back()["id"], Json("rack-card"));
    QCOMPARE(user.run({"presets", "gpus", "--remove", "rack-card"}).status, 0);
    QCOMPARE(user.run({"presets", "gpus", "--json"}).json()["gpus"].back()["shipped"], Json(true));
  }

  void links_and_files_of_others() {
    const User user, other;
    QCOMPARE(user.run({"presets", "links", "--add", "Lab wire", "--plan", user.plan, "--place", "inter_node",
                       "--set", "cluster.inter_node.gb_per_s=12.5"})
                 .status,
             0);
    const Outcome taken = other.run({"presets", "--import", user.file});
    QCOMPARE(taken.out, "lab-wire now in " + other.file.toUtf8() + ".\n");
    QCOMPARE(other.run({"presets", "links", "--json"}).json()["links"].back()["gb_per_s"], Json(12.5));
    QCOMPARE(other.run({"presets", "--import", user.file}).status, 2);
  }

  void what_cannot_be_done_is_said_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("needle");
    QTest::newRow("no part") << QStringList{"--add", "A", "--plan", "PLAN"}
                             << QByteArray("--add needs models, gpus or links");
    QTest::newRow("no plan") << QStringList{"gpus", "--add", "A"} << QByteArray("--add needs --plan PLAN");
    QTest::newRow("no place") << QStringList{"links", "--add", "A", "--plan", "PLAN"}
                              << QByteArray("needs --place");
    QTest::newRow("shipped") << QStringList{"gpus", "--add", "A100 SXM4 80GB", "--plan", "PLAN"}
                             << QByteArray("is shipped; give yours another name.");
    QTest::newRow("nobody's") << QStringList{"gpus", "--remove", "nobody"}
                              << QByteArray("No gpu of yours has the id nobody");
    QTest::newRow("no name") << QStringList{"gpus", "--rename", "nobody"}
                             << QByteArray("--rename needs --to");
    QTest::newRow("no file") << QStringList{"--import", "/nonexistent"} << QByteArray("cannot be opened");
  }
  void what_cannot_be_done_is_said() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, needle);
    const User user;
    arguments.replaceInStrings(QStringLiteral("PLAN"), user.plan);
    const Outcome outcome = user.run(QStringList{"presets"} + arguments);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains(needle), describe(outcome));
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(!QFile::exists(user.file));
  }

  void a_broken_file_stops_nothing() {
    const User user;
    user.add_both();
    const QByteArray broken = read_file(user.file).replace("47.5", "\"much\"");
    write_file(user.file, broken);
    const Outcome outcome = user.run({"estimate", "-", "--json"}, R"({"model": {"preset": "lab-1b"}})");
    QCOMPARE(outcome.status, 0);
    QVERIFY2(outcome.err.contains(user.file.toUtf8() + ", line ") &&
                 outcome.err.contains("memory_gib must be a number of GiB"),
             describe(outcome));
    write_file(user.file, "{");
    const Outcome unreadable =
        user.run({"estimate", "-", "--json"}, R"({"model": {"preset": "gpt-2-124m"}})");
    QCOMPARE(unreadable.status, 0);
    QVERIFY2(unreadable.err.contains("presets.json: Line 1"), describe(unreadable));
    QCOMPARE(user.run({"presets", "gpus", "--remove", "lab-card"}).status, 2);
    QCOMPARE(read_file(user.file), QByteArray("{"));
  }

  void a_plan_that_differs_says_so() {
    const User user;
    user.add_both();
    const Outcome outcome = user.run(
        {"estimate", "-", "--json"},
        R"({"model": {"preset": "gpt-2-124m"}, "cluster": {"gpu": {"preset": "lab-card"}}, "presets": {"gpus": [{"name": "Lab card", "memory_gib": 40, "bf16_tflops": 181, "memory_gb_per_s": 864, "pcie_gb_per_s": 31.5}]}})");
    QCOMPARE(outcome.status, 0);
    QVERIFY2(outcome.err.contains("cluster.gpu.preset: the plan brings lab-card along"), describe(outcome));
    QCOMPARE(outcome.json()["gpu"]["capacity"], Json(static_cast<std::int64_t>(40) << 30));
  }
};

ZP_TEST(UserPresetsCommandTest)
#include "user_presets_test.moc"
