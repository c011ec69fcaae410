// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/hydra.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "core/import/import.h"
#include "core/import/program_yaml.h"
#include "core/plan_file/plan_file.h"
#include "core/text/file_error.h"
#include "tests/core/import/plan_value.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::value_of;

namespace {

using HydraFiles = std::map<std::string, std::string>;

HydraConfig composed(const std::string& text, const std::vector<std::string>& words,
                     const HydraFiles& files) {
  return compose_hydra(text, "", words, [&files](const std::string& name) {
    const auto found = files.find(name);
    return found == files.end() ? std::string() : found->second;
  });
}

/// Returns the value of a key in a composed configuration as spelled; "" if it has none.
std::string composed_value(const std::string& text, const std::vector<std::string>& words,
                           const HydraFiles& files, const std::string& key) {
  std::vector<Finding> notes;
  const auto yaml = import_io::composed_yaml(text, composed(text, words, files).parts, notes);
  if (!yaml) return "";
  const auto* const found = import_io::find_key(yaml->keys, key);
  return found == nullptr ? "" : found->is_string() ? found->text : std::to_string(found->integer);
}

const HydraFiles& databases() {
  static const HydraFiles files = {
      {"db/mysql.yaml", "driver: mysql\nport: 3306\n"},
      {"db/postgresql.yaml", "driver: postgresql\nport: 5432\n"},
      {"server/apache.yaml", "defaults:\n  - /db@backup: mysql\nname: apache\n"},
      {"experiment/aplite.yaml",
       "# @package _global_\ndefaults:\n  - override /db: postgresql\nport: 8080\n"},
      {"base.yaml", "port: 1\nname: base\n"}};
  return files;
}

}  // namespace

/// Tests that configurations are composed as Hydra composes them (facebookresearch/hydra
/// website/docs/advanced/defaults_list.md, overriding_packages.md; hydra/_internal/defaults_list.py).
class HydraTest : public QObject {
  Q_OBJECT

 private slots:
  void an_option_of_a_group_stands_in_the_group_s_section() {
    const std::string text = "defaults:\n  - db: mysql\nport: 80\n";
    QCOMPARE(composed_value(text, {}, databases(), "db.driver"), std::string("mysql"));
    QCOMPARE(composed_value(text, {}, databases(), "port"), std::string("80"));
    QCOMPARE(composed_value(text, {"db=postgresql"}, databases(), "db.driver"), std::string("postgresql"));
    QCOMPARE(composed_value(text, {"~db"}, databases(), "db.driver"), std::string());
    QCOMPARE(composed_value(text, {"db=null"}, databases(), "db.driver"), std::string());
    QCOMPARE(composed_value("port: 80\ndefaults: [_self_]\n", {"+db=mysql"}, databases(), "db.port"),
             std::string("3306"));
  }

  /// A file's own values count before those of the files that it names, unless _self_ stands before them.
  void the_place_of_self_decides_which_value_counts() {
    QCOMPARE(composed_value("defaults:\n  - base\nport: 2\n", {}, databases(), "port"), std::string("2"));
    QCOMPARE(composed_value("defaults:\n  - _self_\n  - base\nport: 2\n", {}, databases(), "port"),
             std::string("1"));
    QCOMPARE(composed_value("defaults:\n  - base\n  - _self_\nport: 2\n", {}, databases(), "name"),
             std::string("base"));
  }

  void a_package_moves_the_keys() {
    QCOMPARE(composed_value("defaults:\n  - db@source: mysql\n", {}, databases(), "source.driver"),
             std::string("mysql"));
    QCOMPARE(composed_value("defaults:\n  - db@_global_: mysql\n", {}, databases(), "driver"),
             std::string("mysql"));
    QCOMPARE(composed_value("defaults:\n  - server: apache\n", {}, databases(), "server.backup.driver"),
             std::string("mysql"));
    QCOMPARE(composed_value("defaults:\n  - db@source: mysql\n", {"db@source=postgresql"}, databases(),
                            "source.port"),
             std::string("5432"));
  }

  void a_later_file_overrides_the_choice_of_a_group() {
    const std::string text = "defaults:\n  - db: mysql\n  - experiment: null\n";
    QCOMPARE(composed_value(text, {"experiment=aplite"}, databases(), "db.driver"),
             std::string("postgresql"));
    QCOMPARE(composed_value(text, {"experiment=aplite"}, databases(), "port"), std::string("8080"));
    QCOMPARE(composed_value(text, {"experiment=aplite", "db=mysql"}, databases(), "db.driver"),
             std::string("mysql"));
  }

  void references_are_resolved_in_the_whole() {
    QCOMPARE(composed_value("defaults:\n  - db: mysql\nhost: ${db.driver}\n", {}, databases(), "host"),
             std::string("mysql"));
  }

  void missing_files_and_open_groups_are_named() {
    const HydraConfig config =
        composed("defaults:\n  - db: oracle\n  - optional cache: redis\n  - server: ???\n", {}, databases());
    QCOMPARE(config.missing, std::vector<std::string>{"db/oracle.yaml (db: oracle)"});
    QCOMPARE(config.open, std::vector<std::string>{"server"});
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("config.yaml"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("defaults:\n  - model: llama\nlr: 1e-5\n");
    file.close();
    try {
      (void)read_import_file(path.toStdString());
      QFAIL("a missing part is refused");
    } catch (const FileError& error) {
      QVERIFY2(std::string(error.what()).find("model/llama.yaml (model: llama)") != std::string::npos,
               error.what());
    }
  }

  void a_list_that_is_none_of_hydra_s_is_left() {
    QVERIFY(has_hydra_defaults("defaults:\n  - db: mysql\n"));
    QVERIFY(!has_hydra_defaults("defaults: base.yaml\n"));
    QVERIFY(!has_hydra_defaults("defaults:\n  - ../grpo_math_1B.yaml\n"));
    QVERIFY(!has_hydra_defaults("model: llama\n"));
  }

  void the_program_names_its_configuration() {
    const std::string program =
        "import hydra\n@hydra.main(version_base=None, config_path=\"../configs\", "
        "config_name=\"train.yaml\")\n"
        "def main(cfg):\n    pass\n";
    QCOMPARE(hydra_file_of(program, "", ""), std::string("../configs/train.yaml"));
    QCOMPARE(hydra_file_of(program, "unlearn", ""), std::string("../configs/unlearn.yaml"));
    QCOMPARE(hydra_file_of(program, "unlearn", "conf"), std::string("conf/unlearn.yaml"));
    QCOMPARE(hydra_file_of("@hydra.main(config_path=PATH, config_name=NAME)", "", ""), std::string());
  }

  /// Files that name each other end the composition, not the program.
  void a_circle_ends() {
    const HydraFiles files = {{"a.yaml", "defaults:\n  - b\nx: 1\n"}, {"b.yaml", "defaults:\n  - a\ny: 2\n"}};
    const HydraConfig config = composed("defaults:\n  - a\n", {}, files);
    QVERIFY(config.parts.size() > 2 && config.parts.size() < 64);
    QCOMPARE(config.missing.size(), std::size_t(1));  // Hydra refuses it too
    QVERIFY2(config.missing.front().find("KiB, are the most") != std::string::npos,
             config.missing.front().c_str());
  }

  void the_last_of_several_options_is_the_strongest() {
    QCOMPARE(composed_value("defaults:\n  - db@_global_: [mysql, postgresql]\n", {}, databases(), "port"),
             std::string("5432"));
  }

  void a_package_line_may_have_any_blanks() {
    for (const char* line : {"#@package _global_\n", "#  @package\t_global_ \n"}) {
      const HydraFiles files = {{"opt/b.yaml", std::string(line) + "port: 7\n"}};
      QCOMPARE(composed_value("defaults:\n  - opt: b\n", {}, files, "port"), std::string("7"));
    }
  }

  /// The file of a known program is composed too, if its parts are there.
  void a_program_s_own_file_gets_its_parts() {
    const QTemporaryDir folder;
    const auto write = [&folder](const char* name, const char* text) {
      QDir(folder.path()).mkpath(QFileInfo(QString(name)).path());
      QFile file(folder.filePath(name));
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(text);
    };
    write("train.yaml",
          "defaults: [opt: b, _self_]\nmodel_name_or_path: gpt2\noutput_dir: out\n"
          "per_device_train_batch_size: 3\n");
    write("opt/b.yaml", "# @package _global_\ngradient_accumulation_steps: 8\n");
    const PlanDocument base = read_plan(R"({"model": {"preset": "llama-3.1-8b"}})");
    const Imported imported =
        import_file(read_import_file(folder.filePath("train.yaml").toStdString()), base);
    QCOMPARE(imported.document.plan.training.gradient_accumulation_steps, 8);
    QCOMPARE(imported.document.plan.training.micro_batch_size, 3);
  }
};

ZP_TEST(HydraTest)
#include "hydra_test.moc"
