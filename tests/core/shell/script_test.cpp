// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>

#include "core/shell/shell_script.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns the commands of a script, one in a line; words that are not known begin with ?.
QString commands_of(const char* text, ShellVariables variables = {}) {
  QString all;
  for (const ShellCommand& command : read_shell_script(text, std::move(variables)).commands) {
    if (!all.isEmpty()) all += " / ";
    if (!command.is_certain) all += "perhaps ";
    for (std::size_t i = 0; i < command.words.size(); ++i)
      all += (i > 0 ? " " : "") + QString(command.words[i].is_known ? "" : "?") +
             QString::fromStdString(command.words[i].text);
  }
  return all;
}

}  // namespace

/// Tests that scripts are read as bash reads them, and that what they leave open is named.
class ShellScriptTest : public QObject {
  Q_OBJECT

 private slots:
  void words_are_expanded_data() {
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("commands");
    const auto row = [](const char* name, const char* script, const char* commands) {
      QTest::newRow(name) << QByteArray(script) << QString::fromUtf8(commands);
    };
    row("plain", "run --a 1 'b c'", "run --a 1 b c");
    row("goes on", "run \\\n  --a \\\n  --b # comment\nnext", "run --a --b / next");
    row("variables", "A=1; export B=\"$A$A\"\nreadonly C=${B}3\nrun $C", "run 113");
    row("blanks split", "A='x  y'\nrun $A \"$A\"", "run x y x  y");
    row("an array", "A=(x \"y z\" # one\n w)\nA+=(v)\nrun \"${A[@]}\" ${#A[@]} ${A[0]}", "run x y z w v 4 x");
    row("an empty array is no word", "A=()\nrun \"${A[@]}\" end", "run end");
    row("a default", "run ${A:-8} ${B:=9} $B ${B:+yes} ${C:+no}", "run 8 9 9 yes");
    row("a default that is not needed", "A=1\nrun ${A:-8}", "run 1");
    row("arithmetic", "G=8; N=2\nrun $((G * $N)) $(( (G+1) / 2 )) $(expr $G \\* 3) `expr 1 + 1`",
        "run 16 4 24 2");
    row("older arithmetic", "G=8\nrun $[$G / 2] \"$[ (G+1)*2 ]x\"", "run 4 18x");
    row("a division by 0", "run $((1 / 0))", "run ?$((1 / 0))");
    row("parts of names",
        "M=a/b-8B.json\nrun ${M##*/} ${M%.json} ${M/8B/70B} ${M:0:3} ${#M} $(basename $M .json)",
        "run b-8B.json a/b-8B a/b-70B.json a/b 11 b-8B");
    row("not known", "run $A ${B} $(hostname) x$C", "run ?$A ?${B} ?$(hostname) ?x$C");
    row("a part that is not known", "O=\"--host $HOST --n 4\"\nrun $O", "run --host ?$HOST --n 4");
    row("if by an empty variable", "S=3\nif [ \"$S\" == \"\" ]; then S=0; fi\nrun $S", "run 3");
    row("if by an empty argument", "S=$1\nif [ -z \"$S\" ]; then S=0; fi\nrun $S", "run 0");
    row("if, elif, else", "A=2\nif [[ $A -eq 1 ]]; then B=x; elif [ $A = 2 ]; then B=y; else B=z; fi\nrun $B",
        "run y");
    row("if by a file", "if [ -d /data ]; then D=1; E=2; else D=2; E=2; fi\nrun $D $E", "run ?$D 2");
    row("a command in an open branch", "if [ -e x ]; then run a; else run b; fi",
        "perhaps run a / perhaps run b");
    row("and, or", "A=1\n[ $A = 1 ] && B=yes\n[ $A = 2 ] && B=no || C=yes\nrun $B $C", "run yes yes");
    row("case", "A=qwen-7b\ncase $A in llama*) B=1;; qwen*|q) B=2;; *) B=3;; esac\nrun $B", "run 2");
    row("for", "for i in 1 2; do run $i; done", "run 1 / run 2");
    row("a loop that does not run", "M=a\nwhile [[ \"$1\" != \"\" ]]; do M=$1; shift; done\nrun $M", "run a");
    row("a loop", "M=a\nwhile read x; do M=$x; done\nrun $M", "read x / run ?$M");
    row("read from a here-document", "read -r -d '' A <<EOF\n--x 1\n --y\nEOF\nrun $A", "run --x 1 --y");
    row("a function", "go() { local n=$1; run --n $n \"${@}\"; }\ngo 4 x", "run --n 4 4 x");
    row("a function that calls itself", "f() { f; }\nf\nrun", "run");
    row("a setting for one command", "A=1\nA=2 run $A\nrun $A", "run 1 / run 1");
    row("bash -c", "N=3\nsrun bash -c \"run --n $N\"", "run --n 3");
    row("behind --", "python m.py --x 1 -- accelerate launch t.py --y",
        "python m.py --x 1 -- accelerate launch t.py --y");
    row("exit ends it", "run a\nexit 0\nrun b", "run a");
    row("exit behind a message", "if [ $# -lt 2 ]; then exit 1; fi\nrun b", "run b");
    row("a here-document is no command", "cat <<EOF > x\nrun b\nEOF\nrun a", "cat / run a");
    row("braces that stay open", "run ${A", "run ?${A");
    row("quotes that stay open", "run \"a", "run a");
  }
  void words_are_expanded() {
    QFETCH(QByteArray, script);
    QFETCH(QString, commands);
    QCOMPARE(commands_of(script.constData()), commands);
  }

  void written_files_are_kept() {
    const ShellScript script = read_shell_script(
        "STAGE=3\ncat > ds.json <<EOF\n{\"stage\": $STAGE}\nEOF\ncat <<'EOF' > b.json\n$STAGE\nEOF\necho "
        "'{}' > c.json\n");
    QCOMPARE(script.files.size(), std::size_t{3});
    QCOMPARE(script.files[0].name, std::string("ds.json"));
    QCOMPARE(script.files[0].text, std::string("{\"stage\": 3}\n"));
    QCOMPARE(script.files[1].text, std::string("$STAGE\n"));
    QCOMPARE(script.files[2].text, std::string("{}"));
  }

  void what_is_open_is_named() {
    const ShellScript script = read_shell_script("B=${BATCH:-4}\nif [ -d /data ]; then D=1; fi\nrun $B $D\n");
    QCOMPARE(script.open.size(), std::size_t{2});
    QVERIFY(std::ranges::find(script.open, std::string("BATCH"), &ShellOpenChoice::source) !=
            script.open.end());
    const auto test = std::ranges::find(script.open, std::string("[ -d /data ]"), &ShellOpenChoice::source);
    QVERIFY(test != script.open.end());
    QCOMPARE(test->place, std::size_t{17});
  }

  void words_have_their_places() {
    const std::string text = "A=(--x\n  --y 2)\nrun \"${A[@]}\"\n";
    const ShellScript script = read_shell_script(text);
    QCOMPARE(script.commands[0].words[2].text, std::string("--y"));
    QCOMPARE(script.commands[0].words[2].place, text.find("--y"));
  }

  void variables_of_the_environment_are_kept() {
    const ShellScript script = read_shell_script("export A=1\nB=2\nC=3 run $D\n", {{"D", "4"}});
    QCOMPARE(script.commands[0].environment.size(), std::size_t{2});
    QCOMPARE(script.commands[0].environment.at("C"), std::string("3"));
    QCOMPARE(script.commands[0].words[1].text, std::string("4"));
  }

  void nothing_grows_without_limit() {
    std::string script = "V0=xxxxxxxx\n";
    for (int i = 1; i <= 40; ++i) {
      const std::string before = "$V" + std::to_string(i - 1);
      script += "V" + std::to_string(i) + "=" + before + before + "\n";
    }
    script += "a=b+b; b=c+c; c=a\nrun $V40 $((a)) " + std::string(5000, '(') + "\n";
    script += "f() { for i in 1 2 3 4 5 6 7 8; do f; done; }; f\n" + std::string(3000, '{') + "\n";
    QVERIFY(!read_shell_script(script).commands.empty());
    (void)read_shell_script(std::string(20'000, '\n') + "<<\n" + "if if if case x in ;; esac ((");
  }
};

ZP_TEST(ShellScriptTest)
#include "script_test.moc"
