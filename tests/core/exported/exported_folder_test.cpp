// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exported/exported_folder.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

#include "core/export/flavours.h"
#include "core/export/instrument.h"
#include "core/plan_file/plan_file.h"
#include "core/text/text_file.h"
#include "core/text/text_files.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns a plan that the program trains: torchtitan and verl train without DeepSpeed only.
PlanDocument plan(const std::string& program = "launch") {
  const bool is_fsdp = program == "torchtitan" || program == "verl";
  const std::string framework =
      is_fsdp ? R"("framework": "fsdp", "fsdp_version": 2)" : R"("framework": "deepspeed")";
  return read_plan(R"({"model": {"preset": "llama-3-8b"}, "cluster": {"nodes": 2},
                       "training": {"micro_batch_size": 2, "gradient_accumulation_steps": 4,
                                    "sequence_length": 4096, "activation_checkpointing": "full", )" +
                   framework + R"(}, "zero": {"stage": )" + (is_fsdp ? "3" : "2") + "}}");
}

}  // namespace

/// Tests of exported folders whose files were changed by hand.
class ExportedFolderTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void an_untouched_folder_is_its_plan_for_every_program_data() {
    QTest::addColumn<QByteArray>("program");
    QTest::addColumn<bool>("instruments");
    for (const ExportFlavour& flavour : export_flavours()) {
      const QByteArray name = QByteArray::fromStdString(std::string(flavour.name));
      QTest::newRow(name) << name << false;
      QTest::newRow(name + ", instrumented") << name << true;
    }
  }
  void an_untouched_folder_is_its_plan_for_every_program() {
    QFETCH(QByteArray, program);
    QFETCH(bool, instruments);
    const PlanDocument exported = write(program.toStdString(), instruments);
    const std::optional<ExportedFolder> found = exported_folder(path());
    QVERIFY(found.has_value());
    std::string changed;
    for (const ChangedFile& file : found->files)
      changed += file.name + ' ';
    QVERIFY2(found->files.empty(), changed.c_str());
    QVERIFY(found->keys.empty());
    QCOMPARE(write_plan(found->imported.document), write_plan(exported));
  }

  void a_changed_value_is_named_and_in_the_plan() {
    write("llama-factory");
    replace("llama_factory.yaml", "per_device_train_batch_size: 2", "per_device_train_batch_size: 3");
    const std::optional<ExportedFolder> found = exported_folder(path());
    QVERIFY(found.has_value());
    QCOMPARE(found->files.size(), std::size_t{1});
    QCOMPARE(found->files.front().name, "llama_factory.yaml");
    QCOMPARE(found->imported.document.plan.training.micro_batch_size, std::int64_t{3});
    QCOMPARE(found->imported.document.plan.cluster.nodes, 2);
    QVERIFY(said(*found).find("training.micro_batch_size is 3; the export has 2.") != std::string::npos);
  }

  void a_changed_ds_config_of_a_launch_is_in_the_plan_too() {
    write("launch");
    replace("ds_config.json", "\"stage\": 2", "\"stage\": 3");
    const std::optional<ExportedFolder> found = exported_folder(path());
    QVERIFY(found.has_value());
    QCOMPARE(found->imported.document.plan.zero.stage, 3);
    QCOMPARE(found->imported.document.plan.training.activation_checkpointing, Checkpointing::full);
  }

  void a_change_that_no_plan_holds_is_named_and_changes_no_key() {
    write("llama-factory");
    replace("llama_factory.yaml", "template: ", "template: mine_");
    const std::optional<ExportedFolder> found = exported_folder(path());
    QVERIFY(found.has_value());
    QCOMPARE(found->files.size(), std::size_t{1});
    QVERIFY(found->keys.empty());
  }

  void a_removed_file_is_missing_and_a_file_of_the_user_is_not_asked_about() {
    write("axolotl");
    QVERIFY(QFile::remove(folder_->filePath(QStringLiteral("run.sh"))));
    write_text_file(path() + "/mine.sh", "echo mine\n");
    const std::optional<ExportedFolder> found = exported_folder(path());
    QVERIFY(found.has_value());
    QCOMPARE(found->files.size(), std::size_t{1});
    QVERIFY(said(*found).find("run.sh is missing") != std::string::npos);
  }

  /// Removes each file of each export in turn: no other program's export is taken for it, and no other file
  /// named.
  void a_removed_file_of_any_program_is_the_only_one_missing_data() { programs(); }
  void a_removed_file_of_any_program_is_the_only_one_missing() {
    QFETCH(QByteArray, program);
    const std::string name = program.toStdString();
    for (const NamedText& removed : find_export_flavour(name)->write(plan(name)).files) {
      if (removed.name == plan_file) continue;
      init();
      write(name);
      QVERIFY(QFile::remove(folder_->filePath(QString::fromStdString(removed.name))));
      std::optional<ExportedFolder> found;
      try {
        found = exported_folder(path());
      } catch (const FileError& error) {  // what is left cannot be read without it
        QVERIFY2(std::string(error.what()).find(" is missing; the plan exports it. ") != std::string::npos,
                 error.what());
      }
      if (!found) continue;
      QStringList missing;
      for (const ChangedFile& file : found->files)
        missing << QString::fromStdString(file.name);
      // The rest can be the whole export of another program, of which nothing is missing.
      if (missing.isEmpty()) continue;
      QCOMPARE(missing, QStringList{QString::fromStdString(removed.name)});
      QCOMPARE(found->files.front().now, std::string());
    }
  }

  void a_changed_file_of_any_program_is_the_only_one_named_data() { programs(); }
  void a_changed_file_of_any_program_is_the_only_one_named() {
    QFETCH(QByteArray, program);
    const std::string name = program.toStdString();
    for (const NamedText& changed : find_export_flavour(name)->write(plan(name)).files) {
      if (changed.name == plan_file || changed.name.ends_with(".json")) continue;  // JSON has no comments
      init();
      write(name);
      write_text_file(path() + '/' + changed.name, changed.text + "# mine\n");
      const std::optional<ExportedFolder> found = exported_folder(path());
      QVERIFY(found.has_value());
      QCOMPARE(found->files.size(), std::size_t{1});
      QCOMPARE(found->files.front().name, changed.name);
      QCOMPARE(found->files.front().exported, changed.text);
      QCOMPARE(found->files.front().now, changed.text + "# mine\n");
      QVERIFY2(found->keys.empty(), changed.name.c_str());
      QCOMPARE(said(*found),
               changed.name + " is not what the folder's plan exports: it was changed by hand.\n");
    }
  }

  void an_untouched_folder_says_so_and_names_the_file_that_was_read() {
    write("axolotl");
    const std::optional<ExportedFolder> found = exported_folder(path());
    QCOMPARE(said(*found), "Every file is as the folder's plan exports it.\n");
    QVERIFY2(found->file.name.starts_with(path() + '/'), found->file.name.c_str());
    QVERIFY(QFile::exists(QString::fromStdString(found->file.name)));
    QCOMPARE(found->imported.notes.front().severity, Severity::style);
    QCOMPARE(found->imported.notes.front().code, "changed_by_hand");
  }

  void other_folders_and_files_are_not_exported_ones() {
    QVERIFY(!exported_folder(path()).has_value());
    write_text_file(path() + "/plan.zplan.json", write_plan(plan()));
    QVERIFY(!exported_folder(path()).has_value());
    QVERIFY(!exported_folder(path() + "/plan.zplan.json").has_value());
  }

  void a_broken_plan_is_told_with_its_name() {
    write("launch");
    write_text_file(path() + "/plan.zplan.json", "{\"model\": ");
    try {
      (void)exported_folder(path());
      QFAIL("it was read");
    } catch (const FileError& error) {
      QVERIFY2(std::string(error.what()).starts_with("plan.zplan.json: "), error.what());
    }
  }

 private:
  static void programs() {
    QTest::addColumn<QByteArray>("program");
    for (const ExportFlavour& flavour : export_flavours()) {
      const QByteArray name = QByteArray::fromStdString(std::string(flavour.name));
      QTest::newRow(name) << name;
    }
  }
  [[nodiscard]] std::string path() const { return folder_->path().toStdString(); }
  /// Exports the plan for a program, as the command does; returns the plan that the folder has.
  PlanDocument write(const std::string& program, bool instruments = false) {
    const ExportFlavour& flavour = *find_export_flavour(program);
    const ProgramExport made =
        instruments ? instrumented(flavour, plan(program)) : flavour.write(plan(program));
    write_text_files(path(), made.files);
    return read_plan(read_text_file(path() + "/plan.zplan.json"));
  }
  void replace(const char* file, const std::string& text, const std::string& by) {
    std::string whole = read_text_file(path() + '/' + file);
    const std::size_t at = whole.find(text);
    QVERIFY2(at != std::string::npos, whole.c_str());
    write_text_file(path() + '/' + file, whole.replace(at, text.size(), by));
  }
  static std::string said(const ExportedFolder& folder) {
    std::string text;
    for (const Finding& note : folder.imported.notes)
      text += note.message + '\n';
    return text;
  }

  std::unique_ptr<QTemporaryDir> folder_;
};

ZP_TEST(ExportedFolderTest)
#include "exported_folder_test.moc"
