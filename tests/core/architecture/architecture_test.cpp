// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDirIterator>
#include <QRegularExpression>
#include <QtTest>

#include "tests/support/test_main.h"

namespace {

struct Rule {
  const char* folder;
  QStringList may_include;  ///< folders beside it, each of which it does include
};

/// The folders that each folder of core includes, itself first; the list goes from the bottom to the top.
const QList<Rule>& rules() {
  static const QList<Rule> list = {
      {"units", {"units"}},
      {"formula", {"formula", "units"}},
      {"text", {"text", "units"}},
      {"shell", {"shell", "text"}},
      {"catalog", {"catalog", "text", "units"}},
      {"plan", {"plan", "catalog", "text", "units"}},
      {"sharding", {"sharding", "plan", "catalog", "units"}},
      {"plan_file", {"plan_file", "sharding", "plan", "catalog", "text", "units"}},
      {"settings", {"settings", "plan_file", "sharding", "plan", "catalog", "text", "units"}},
      {"deepspeed", {"deepspeed", "plan", "text"}},
      {"activations", {"activations", "sharding", "plan", "formula", "units"}},
      {"memory", {"memory", "activations", "sharding", "plan", "catalog", "formula", "units"}},
      {"run", {"run", "memory", "text", "units"}},
      {"rules",
       {"rules", "memory", "deepspeed", "plan_file", "sharding", "plan", "catalog", "text", "units"}},
      {"speed",
       {"speed", "rules", "memory", "activations", "sharding", "plan", "catalog", "formula", "units"}},
      {"probe",
       {"probe", "speed", "memory", "settings", "plan_file", "sharding", "plan", "catalog", "text", "units"}},
      {"unstated",
       {"unstated", "speed", "rules", "memory", "settings", "plan_file", "sharding", "plan", "catalog",
        "text", "units"}},
      {"estimate", {"estimate", "speed", "memory", "sharding", "plan", "catalog", "units"}},
      {"claims", {"claims", "estimate", "rules", "sharding", "plan", "text", "units"}},
      {"reference", {"reference", "units"}},
      {"search", {"search", "estimate", "speed", "rules", "memory", "sharding", "plan", "catalog", "units"}},
      {"hardware",
       {"hardware", "search", "estimate", "memory", "speed", "rules", "plan", "catalog", "text", "units"}},
      {"advice", {"advice", "search", "estimate", "speed", "rules", "memory", "sharding", "plan", "units"}},
      {"export",
       {"export", "memory", "deepspeed", "plan_file", "sharding", "plan", "catalog", "text", "units"}},
      {"check", {"check", "rules", "deepspeed", "plan_file", "sharding", "plan", "catalog", "text", "units"}},
      {"import",
       {"import", "check", "deepspeed", "settings", "plan_file", "sharding", "plan", "catalog", "shell",
        "text", "units"}},
      {"exported", {"exported", "export", "import", "settings", "plan_file", "catalog", "text"}},
      {"write_back",
       {"write_back", "import", "export", "settings", "plan_file", "plan", "catalog", "shell", "text"}},
      {"evaluate",
       {"evaluate", "check", "export", "advice", "search", "reference", "estimate", "unstated", "rules",
        "settings", "plan_file", "sharding", "plan", "catalog", "text", "units"}},
      {"diagnosis",
       {"diagnosis", "search", "estimate", "rules", "run", "memory", "plan_file", "sharding", "plan",
        "catalog", "text", "units"}},
      {"measure",
       {"measure", "diagnosis", "unstated", "estimate", "speed", "rules", "run", "memory", "settings",
        "plan_file", "sharding", "plan", "catalog", "text", "units"}},
      {"calibrate",
       {"calibrate", "measure", "speed", "rules", "memory", "settings", "plan_file", "plan", "units"}},
      {"report", {"report",    "claims",   "exported", "write_back", "calibrate", "measure",   "evaluate",
                  "check",     "export",   "search",   "hardware",   "import",    "reference", "estimate",
                  "unstated",  "probe",    "speed",    "rules",      "memory",    "deepspeed", "settings",
                  "plan_file", "sharding", "plan",     "catalog",    "text",      "formula",   "units"}},
      {"accuracy", {"accuracy"}},
      {"tutorial", {"tutorial", "plan_file", "plan", "text", "units"}},
  };
  return list;
}

/// The layers of ui: parts that know no plan, the plan as the window has it, parts that views share, the
/// views, which never include each other, and the window that puts them together.
const QList<Rule>& ui_rules() {
  static const QList<Rule> list = {
      {"theme", {"theme"}},
      {"inputs", {"inputs", "theme"}},
      {"charts", {"charts", "theme"}},
      {"model", {"model", "theme"}},
      {"fields", {"fields", "model", "inputs", "theme"}},
      {"results", {"results", "fields", "model", "charts", "inputs", "theme"}},
      {"memory", {"memory", "results", "model", "charts", "inputs", "theme"}},
      {"speed", {"speed", "results", "model", "charts", "inputs", "theme"}},
      {"choice", {"choice", "results", "model", "charts", "inputs", "theme"}},
      {"hardware", {"hardware", "results", "model", "charts", "inputs", "theme"}},
      {"config", {"config", "results", "fields", "model", "inputs", "theme"}},
      {"accuracy", {"accuracy", "results", "model", "charts", "inputs", "theme"}},
      {"sheet", {"sheet", "results", "fields", "model", "inputs", "theme"}},
      {"imported", {"imported", "results", "model", "theme"}},
      {"claims", {"claims", "results", "model", "theme"}},
      {"unstated", {"unstated", "results", "model", "inputs", "theme"}},
      {"presets", {"presets", "results", "model", "inputs", "theme"}},
      {"lesson", {"lesson", "results", "fields", "model", "inputs", "theme"}},
      {"tutorial", {"tutorial", "model", "charts", "inputs", "theme"}},
      {"measured", {"measured", "results", "model", "charts", "inputs", "theme"}},
      {"start", {"start", "fields", "model", "inputs", "theme"}},
      {"window", {"window",   "start",  "measured", "tutorial", "lesson",   "presets", "unstated", "sheet",
                  "accuracy", "config", "imported", "claims",   "hardware", "choice",  "speed",    "memory",
                  "results",  "fields", "model",    "charts",   "inputs",   "theme"}},
  };
  return list;
}

QString read(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Returns the folder, such as "core/units", of every header of this program that a file includes.
QStringList included_folders(const QString& path) {
  static const QRegularExpression include(QStringLiteral("#include \"((?:core|ui|app)(?:/[a-z_]+)?)/"));
  QStringList folders;
  for (const QRegularExpressionMatch& match : include.globalMatch(read(path)))
    folders << match.captured(1);
  return folders;
}

QStringList sources(const QString& folder) {
  QStringList files;
  QDirIterator it(QStringLiteral(ZP_SOURCE_DIR "/") + folder,
                  {QStringLiteral("*.h"), QStringLiteral("*.cpp")}, QDir::Files,
                  QDirIterator::Subdirectories);
  while (it.hasNext())
    files << it.next();
  files.sort();
  return files;
}

}  // namespace

/// Tests of the includes that each folder may have and of the contents of headers: architecture rules 1, 2
/// and 4.
class ArchitectureTest : public QObject {
  Q_OBJECT

 private slots:
  /// Two types of one name in one namespace link into one program, and the destructor of one is called for
  /// the other.
  void no_type_name_stands_twice_in_a_namespace() {
    QMap<QString, QString> homes;
    const QRegularExpression line(QStringLiteral("^(?:namespace ([\\w:]*)\\s*\\{|(\\})  // namespace|"
                                                 "(?:class|struct|enum class) (\\w+)\\b(?!::)[^;]*\\{)"),
                                  QRegularExpression::MultilineOption);
    for (const QString& folder : {QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("app")})
      for (const QString& file : sources(folder)) {
        QStringList spaces;
        for (const QRegularExpressionMatch& match : line.globalMatch(read(file))) {
          if (!match.captured(3).isEmpty()) {
            if (spaces.contains(QString())) continue;  // an unnamed namespace keeps its types to itself
            const QString name = spaces.join(QStringLiteral("::")) + QStringLiteral("::") + match.captured(3);
            QVERIFY2(
                !homes.contains(name) || homes[name] == file,
                qPrintable(name + QStringLiteral(" in ") + file + QStringLiteral(" and ") + homes[name]));
            homes[name] = file;
          } else if (!match.captured(2).isEmpty()) {
            if (!spaces.isEmpty()) spaces.removeLast();
          } else {
            spaces << match.captured(1).trimmed();
          }
        }
      }
    QVERIFY(homes.size() > 200);
  }

  void folders_include_only_what_they_may_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QStringList>("may_include");
    for (const Rule& rule : rules())
      QTest::newRow(rule.folder) << QString::fromLatin1(rule.folder) << rule.may_include;
  }

  void folders_include_only_what_they_may() {
    QFETCH(QString, folder);
    QFETCH(QStringList, may_include);
    const QStringList files = sources(QStringLiteral("core/") + folder);
    QVERIFY2(!files.isEmpty(), qPrintable(folder));
    for (const QString& path : files)
      for (const QString& included : included_folders(path))
        QVERIFY2(
            included.startsWith(QStringLiteral("core/")) && may_include.contains(included.section(u'/', 1)),
            qPrintable(path + QStringLiteral(" includes ") + included));
  }

  /// A permission that nobody uses lets a circle in unseen.
  void every_permission_is_used() {
    for (const auto& [top, list] :
         {std::pair{QStringLiteral("core/"), rules()}, {QStringLiteral("ui/"), ui_rules()}})
      for (const Rule& rule : list) {
        QStringList included;
        for (const QString& path : sources(top + QString::fromLatin1(rule.folder)))
          included << included_folders(path);
        for (const QString& allowed : rule.may_include)
          QVERIFY2(allowed == QString::fromLatin1(rule.folder) || included.contains(top + allowed),
                   qPrintable(top + QString::fromLatin1(rule.folder) + QStringLiteral(" does not include ") +
                              allowed));
      }
  }
  void every_folder_of_core_has_its_rule() {
    QStringList known;
    for (const Rule& rule : rules())
      known << QString::fromLatin1(rule.folder);
    const QStringList found =
        QDir(QStringLiteral(ZP_SOURCE_DIR "/core")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    known.sort();
    QCOMPARE(found, known);
  }

  void folders_of_ui_include_only_what_they_may_data() {
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QStringList>("may_include");
    for (const Rule& rule : ui_rules())
      QTest::newRow(rule.folder) << QString::fromLatin1(rule.folder) << rule.may_include;
  }
  void folders_of_ui_include_only_what_they_may() {
    QFETCH(QString, folder);
    QFETCH(QStringList, may_include);
    const QStringList files = sources(QStringLiteral("ui/") + folder);
    QVERIFY2(!files.isEmpty(), qPrintable(folder));
    const bool knows_no_plan = !may_include.contains(QStringLiteral("model"));
    for (const QString& path : files)
      for (const QString& included : included_folders(path)) {
        const QString name = included.section(u'/', 1);
        const bool allowed = included == QStringLiteral("ui")
                                 ? folder == QStringLiteral("charts")  // for ui/qcp.h
                             : included.startsWith(QStringLiteral("ui/")) ? may_include.contains(name)
                             : folder == QStringLiteral("theme")          ? false
                             : knows_no_plan                              ? name == QStringLiteral("units")
                                                                          : true;
        QVERIFY2(allowed, qPrintable(path + QStringLiteral(" includes ") + included));
      }
  }
  void every_folder_of_ui_has_its_layer() {
    QStringList known;
    for (const Rule& rule : ui_rules())
      known << QString::fromLatin1(rule.folder);
    const QStringList found =
        QDir(QStringLiteral(ZP_SOURCE_DIR "/ui")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    known.sort();
    QCOMPARE(found, known);
  }
  void app_knows_one_header_of_ui() {
    for (const QString& path : sources(QStringLiteral("app")))
      if (included_folders(path).contains(QStringLiteral("ui/window")))
        QCOMPARE(QFileInfo(path).fileName(), QStringLiteral("window.h"));
  }

  void core_includes_no_qt() {
    static const QRegularExpression qt(QStringLiteral("#include [<\"](Q[A-Z]|qcustomplot)"));
    for (const QString& path : sources(QStringLiteral("core")))
      QVERIFY2(!read(path).contains(qt), qPrintable(path));
  }

  void json_and_yaml_stay_out_of_core_headers_that_others_read() {
    static const QRegularExpression json(QStringLiteral("#include <(nlohmann|yaml-cpp)"));
    static const QRegularExpression is_internal(QStringLiteral("_json\\.h$|_tree\\.h$"));
    for (const QString& path : sources(QStringLiteral("core")))
      if (path.endsWith(QStringLiteral(".h")) && !path.contains(is_internal))
        QVERIFY2(!read(path).contains(json), qPrintable(path));
  }

  void only_one_file_includes_qcustomplot() {
    QStringList found;
    for (const QString& path : sources(QStringLiteral("ui")) + sources(QStringLiteral("app")))
      if (read(path).contains(QStringLiteral("#include <qcustomplot.h>")))
        found << QFileInfo(path).fileName();
    QVERIFY2(found.isEmpty() || found == QStringList{QStringLiteral("qcp.h")}, qPrintable(found.join(u' ')));
  }

  void ui_does_not_include_app() {
    for (const QString& path : sources(QStringLiteral("ui")))
      QVERIFY2(!read(path).contains(QStringLiteral("#include \"app/")), qPrintable(path));
  }

  /// Texts from unknown files reach a terminal only through printable_text.
  void few_files_write_to_a_terminal() {
    static const QRegularExpression writes(
        QStringLiteral("std::(cout|cerr|clog)|std::(fprintf|fputs|fwrite|printf|puts)\\(|STDERR_FILENO, "));
    QStringList found;
    for (const QString& folder : {QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("app")})
      for (const QString& path : sources(folder))
        if (read(path).contains(writes)) found << QFileInfo(path).fileName();
    found.sort();
    // main.cpp and progress.cpp print texts of their own.
    QCOMPARE(found,
             (QStringList{"main.cpp", "output.cpp", "progress.cpp", "qt_messages.cpp", "screenshot.cpp"}));
    for (const char* path : {"app/output.cpp", "ui/window/qt_messages.cpp", "ui/window/screenshot.cpp"})
      QVERIFY2(read(QStringLiteral(ZP_SOURCE_DIR "/") + QLatin1String(path))
                   .contains(QStringLiteral("printable_text(")),
               path);
  }

  void every_source_names_its_licence() {
    for (const QString& folder :
         {QStringLiteral("core"), QStringLiteral("ui"), QStringLiteral("app"), QStringLiteral("tests")})
      for (const QString& path : sources(folder))
        QVERIFY2(read(path).contains(QStringLiteral("SPDX-License-Identifier: GPL-3.0-or-later")),
                 qPrintable(path));
  }
};

ZP_TEST(ArchitectureTest)
#include "architecture_test.moc"
