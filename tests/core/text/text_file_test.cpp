// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/text/text_file.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/test_main.h"

using namespace zp;

namespace {

std::string contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : "(missing)";
}

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

/// Tests that files are read or refused with a reason, and written whole or not at all.
class TextFileTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir dir_;
  QString at(const char* name) const { return dir_.filePath(QString::fromUtf8(name)); }
  std::string text_at(const char* name) const { return at(name).toStdString(); }
  int files() const {
    return static_cast<int>(QDir(dir_.path()).entryList(QDir::Files | QDir::Hidden).size());
  }

 private slots:
  void initTestCase() { QVERIFY(dir_.isValid()); }

  void what_is_written_is_read() {
    const std::string text = "{\"a\": \"\u00E4\"}\n";
    write_text_file(text_at("plan.zplan.json"), text);
    QCOMPARE(read_text_file(text_at("plan.zplan.json")), text);
    write_text_file(text_at("plan.zplan.json"), "x");
    QCOMPARE(read_text_file(text_at("plan.zplan.json")), std::string("x"));
  }

  void nothing_else_is_left_in_the_folder() {
    const int before = files();
    write_text_file(text_at("new.json"), "x");
    QCOMPARE(files(), before + 1);
  }

  void permissions_of_the_old_file_stay() {
    write_text_file(text_at("mode.json"), "x");
    QCOMPARE(::chmod(text_at("mode.json").c_str(), 0640), 0);
    write_text_file(text_at("mode.json"), "y");
    struct stat status {};
    QCOMPARE(::stat(text_at("mode.json").c_str(), &status), 0);
    QCOMPARE(status.st_mode & 0777u, 0640u);
  }

  void a_link_is_written_through() {
    write_text_file(text_at("target.json"), "old");
    QVERIFY(QFile::link(at("target.json"), at("link.json")));
    write_text_file(text_at("link.json"), "new");
    QVERIFY(QFileInfo(at("link.json")).isSymLink());
    QCOMPARE(contents(at("target.json")), std::string("new"));
  }

  void a_link_to_nothing_is_written_through() {
    QVERIFY(QFile::link(QStringLiteral("end.json"), at("first.json")));
    QVERIFY(QFile::link(QStringLiteral("first.json"), at("second.json")));
    write_text_file(text_at("second.json"), "new");
    QVERIFY(QFileInfo(at("second.json")).isSymLink() && QFileInfo(at("first.json")).isSymLink());
    QCOMPARE(contents(at("end.json")), std::string("new"));
  }
  void a_link_that_ends_nowhere_is_told_and_stays() {
    QVERIFY(QFile::link(at("absent/end.json"), at("nowhere.json")));
    QVERIFY(QFile::link(at("round.json"), at("round.json")));
    for (const char* name : {"nowhere.json", "round.json"}) {
      const std::string message = message_of([&] { write_text_file(text_at(name), "x"); });
      QVERIFY2(message.find("cannot be written") != std::string::npos, message.c_str());
      QVERIFY(QFileInfo(at(name)).isSymLink());
    }
  }

  /// A save removes only the leftovers of a killed save, never files of anybody else.
  void what_a_killed_save_left_is_removed() {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    QCOMPARE(::waitpid(child, nullptr, 0), child);
    const std::string ended = std::to_string(child), mine = std::to_string(::getpid());
    const std::vector<std::string> stay = {"a.json." + mine + "-0.tmp", "a.json." + ended + "-0.tmpx",
                                           "b.json." + ended + "-0.tmp", "a.json." + ended + ".tmp"};
    for (const std::string& name : stay)
      write_text_file(text_at(name.c_str()), "x");
    const std::string left = text_at("a.json.") + ended + "-3.tmp";
    QFile file(QString::fromStdString(left));
    QVERIFY(file.open(QIODevice::WriteOnly));
    write_text_file(text_at("a.json"), "x");
    QVERIFY(!QFile::exists(QString::fromStdString(left)));
    for (const std::string& name : stay)
      QVERIFY2(QFile::exists(at(name.c_str())), name.c_str());
    for (const std::string& name : stay)
      QFile::remove(at(name.c_str()));
  }

  void a_failed_write_keeps_the_old_file() {
    write_text_file(text_at("kept.json"), "old");
    // A limit of file sizes makes the write fail half-way, as a full disk does.
    const pid_t child = ::fork();
    if (child == 0) {
      ::signal(SIGXFSZ, SIG_IGN);
      const struct rlimit limit { 4096, 4096 };
      ::setrlimit(RLIMIT_FSIZE, &limit);
      try {
        write_text_file(text_at("kept.json"), std::string(1 << 20, 'x'));
      } catch (const FileError&) {
        ::_exit(7);
      }
      ::_exit(1);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 7);
    QCOMPARE(contents(at("kept.json")), std::string("old"));
    QVERIFY(QDir(dir_.path()).entryList({QStringLiteral("*.tmp")}, QDir::Files | QDir::Hidden).isEmpty());
  }

  void a_folder_that_is_not_there() {
    const std::string path = text_at("missing/plan.json");
    const std::string message = message_of([&] { write_text_file(path, "x"); });
    QVERIFY2(message.starts_with(path) && message.find("cannot be written") != std::string::npos,
             message.c_str());
  }

  void a_directory_is_not_written() {
    const std::string path = dir_.path().toStdString();
    const std::string message = message_of([&] { write_text_file(path, "x"); });
    QVERIFY2(message.find("is a directory") != std::string::npos, message.c_str());
  }

  /// A pipe stands for any file that is not regular: if the code were wrong, the test must not
  /// replace a device.
  void a_pipe_is_written_not_replaced() {
    QCOMPARE(::mkfifo(text_at("pipe").c_str(), 0600), 0);
    const int reader = ::open(text_at("pipe").c_str(), O_RDONLY | O_NONBLOCK);
    QVERIFY(reader >= 0);
    write_text_file(text_at("pipe"), "x");
    char received = '\0';
    QCOMPARE(::read(reader, &received, 1), ssize_t{1});
    QCOMPARE(received, 'x');
    ::close(reader);
    struct stat status {};
    QCOMPARE(::stat(text_at("pipe").c_str(), &status), 0);
    QVERIFY(S_ISFIFO(status.st_mode));
  }

  void what_cannot_be_read_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("words");
    QFile empty(at("empty.json"));
    QVERIFY(empty.open(QIODevice::WriteOnly));
    QFile large(at("large.json"));
    QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(100'000'000));  // makes a sparse file
    QTest::newRow("missing") << at("missing.json") << QStringLiteral("No such file");
    QTest::newRow("a directory") << dir_.path() << QStringLiteral("is a directory");
    QTest::newRow("empty") << at("empty.json") << QStringLiteral("is empty");
    QTest::newRow("100 MB") << at("large.json") << QStringLiteral("larger than the 16.0");
    QTest::newRow("without an end") << QStringLiteral("/dev/zero") << QStringLiteral("larger than the 16.0");
  }
  void what_cannot_be_read() {
    QFETCH(QString, path);
    QFETCH(QString, words);
    const std::string message = message_of([&] { (void)read_text_file(path.toStdString()); });
    QVERIFY2(message.starts_with(path.toStdString()), message.c_str());
    QVERIFY2(QString::fromStdString(message).contains(words), message.c_str());
  }

  void no_name_at_all() {
    QVERIFY(message_of([] { (void)read_text_file(""); }).find("file name is empty") != std::string::npos);
  }

  void standard_input() {
    int ends[2];
    QCOMPARE(::pipe(ends), 0);
    const int saved = ::dup(STDIN_FILENO);
    QCOMPARE(::write(ends[1], "{}", 2), ssize_t{2});
    ::close(ends[1]);
    ::dup2(ends[0], STDIN_FILENO);
    ::close(ends[0]);
    const std::string text = read_text_file("-");
    ::dup2(saved, STDIN_FILENO);
    ::close(saved);
    QCOMPARE(text, std::string("{}"));
  }
};

ZP_TEST(TextFileTest)
#include "text_file_test.moc"
