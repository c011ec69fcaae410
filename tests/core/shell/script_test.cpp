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
    row("the elements of an array that may be empty",
        "A=(x 'y z')\nB=()\nrun \"${A[@]+\"${A[@]}\"}\" \"${B[@]+\"${B[@]}\"}\" ${A[@]+\"${A[@]}\"} end",
        "run x y z x y z end");
    // LeiLiLab/WALAR, openrlhf/examples/scripts/train.sh
    row("an associative array",
        "declare -A P\nP[\"a b\"]=1\nP[c]=2\nk=c\nP[c]+=0\nrun ${P[$k]} ${P['a b']} ${#P[@]} \"${!P[@]}\" "
        "${P[d]:-none}",
        "run 20 1 2 a b c none");
    row("an associative array in one word", "declare -A P=([a]=1 [\"b\"]=\"x y\")\nrun \"${P[b]}\" ${P[a]}",
        "run x y 1");
    row("an unknown name in an associative array", "declare -A P\nP[$1]=1\nrun ${P[a]}", "run ?${P[a]}");
    row("no options of its own", "N=8\nwhile getopts 'n:' o; do N=$OPTARG; done\nrun $N", "run 8");
    row("a command for tmux", "tmux new-session -d -s a \"cd b; run 1 2\"", "cd b / run 1 2");
    row("a command for ssh", "ssh -p 22 host \"run 1 2\"\nssh host <<E\nrun 3\nE", "run 1 2 / run 3");
    row("a command for sbatch", "sbatch --mem 1 --wrap=\"run 1 2\"\nsbatch <<'E'\nrun $A\nE",
        "run 1 2 / run ?$A");
    row("a script that the script writes", "A=1\ncat > j.sh <<E\nrun $A\nE\nbash j.sh\nsbatch k.sh",
        "cat / run 1 / sbatch k.sh");
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
    row("no argument outside of a function", "run $1 $2", "run ?$1 ?$2");
    row("lines of Windows that go on", "run a \\\r\n  --b 2\r\nnext", "run a --b 2 / next");
    row("a blank to fill in", "run --model <path to model> --x 1", "run --model <path to model> --x 1");
    row("a blank to fill in before a path", "run --model <my-dir>/7b --x 1", "run --model <my-dir>/7b --x 1");
    row("a file to read from", "run < in.txt --x 1", "run --x 1");
    row("a file to read from in one word", "run <in.txt --x 1", "run --x 1");
    row("braces that stay open", "run ${A", "run ?${A");
    row("quotes that stay open", "run \"a", "run a");
  }
  void words_are_expanded() {
    QFETCH(QByteArray, script);
    QFETCH(QString, commands);
    QCOMPARE(commands_of(script.constData()), commands);
  }

  /// The same with values that bash 5 gave, where `run` prints its arguments.
  void bash_expands_words_alike_data() {
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("commands");
    const auto row = [](const char* name, const char* script, const char* commands) {
      QTest::newRow(name) << QByteArray(script) << QString::fromUtf8(commands);
    };
    row("sums", "run $((1+2*3)) $(((1+2)*3)) $((7-2-1)) $((7/2)) $((-7/2)) $((7%3)) $((2**10)) $((2**0))",
        "run 7 9 4 3 -3 1 1024 1");
    row("precedence", "run $((2+3==5)) $((1<2==1)) $((6/2*3)) $((2**3**2)) $((-2**2))", "run 1 1 9 512 4");
    row("comparisons",
        "run $((3<4)) $((4<4)) $((4<=4)) $((5<=4)) $((4>4)) $((5>4)) $((4>=4)) $((3>=4)) $((3==4)) $((4!=4)) "
        "$((3!=4))",
        "run 1 0 1 0 0 1 1 0 0 0 1");
    row("and, or, not",
        "run $((2&&3)) $((2&&0)) $((0&&2)) $((0||0)) $((0||2)) $((2||0)) $((!2)) $((!0)) $((- 3)) $((+3)) "
        "$((!!5))",
        "run 1 0 0 0 1 1 0 1 -3 3 1");
    row("choice", "run $((1?2:3)) $((0?2:3)) $((2>1?4:0?5:6)) $(( 0 ? 4 : 0 ? 5 : 6 ))", "run 2 3 4 6");
    row("digits of other bases", "run $((0x1F)) $((0X10)) $((010)) $((0))", "run 31 16 8 0");
    row("names in arithmetic", "A=3; B=A+1; run $((A*2)) $(($A*2)) $((B*2)) $(( B ))", "run 6 6 8 4");
    row("blanks in arithmetic", "run $((  1 \t+ 2  ))", "run 3");
    row("prefixes", "M=a.b.c; run ${M#*.} ${M##*.} ${M#a} ${M#x} ${M##*}x ${M#?}",
        "run b.c c .b.c a.b.c x .b.c");
    row("suffixes", "M=a.b.c; run ${M%.*} ${M%%.*} ${M%c} ${M%x} ${M%%*}x ${M%?}",
        "run a.b a a.b. a.b.c x a.b.");
    row("classes",
        "M=a1Z_; run ${M#[a-c]} ${M#[!a-c]} ${M##[a-z0-9]*[0-9]} ${M%[_-]} ${M%[^_]} ${M#[xa]} ${M#[b-z]}",
        "run 1Z_ a1Z_ Z_ a1Z a1Z_ 1Z_ a1Z_");
    row("classes with a bracket", "M=']x'; run ${M#[]]} ${M#[]a]}", "run x x");
    row("replacements", "M=a-b-c; run ${M/-/+} ${M//-/+} ${M//-} ${M/-} ${M/?-/x} ${M//[ab]/z} ${M/x/y}",
        "run a+b-c a+b+c abc ab-c xb-c z-z-c a-b-c");
    row("capitals", "M=aBc; run ${M^} ${M^^} ${M,} ${M,,} ${M^^}${M,,}", "run ABc ABC aBc abc ABCabc");
    row("capitals of other signs", "M=az-AZ_09; run ${M^^} ${M,,}", "run AZ-AZ_09 az-az_09");
    row("parts", "M=abcdef; run ${M:2} ${M:2:3} ${M:0:1} ${M: -2} ${M: -3:2} ${M:1:-1} ${M:6}x ${M:9}x",
        "run cdef cde a ef de bcde x x");
    row("parts by names", "M=abcdef; N=2; run ${M:N} ${M:N+1:N}", "run cdef de");
    row("lengths", "M=abc; E=; A=(x yy); run ${#M} ${#E} ${#A[@]} ${#A[1]} ${#A}", "run 3 0 2 2 1");
    row("elements", "A=(x y z); I=1; run ${A[I]} ${A[$I]} ${A[I+1]} ${A[-1]} ${A[-3]} ${A}",
        "run y y z z x x");
    row("elements that are not there", "A=(x y); run a${A[2]}b", "run ab");
    row("an element is set", "A=(x y); A[1]=z; A[3]=w; run ${A[1]} ${A[3]} ${#A}", "run z w 1");
    row("an element of nothing", "B[0]=q; run ${B[0]} ${#B[@]}", "run q 1");
    row("added", "A=x; A+=y; B=(p); B+=(q r); C+=z; run $A ${B[@]} $C", "run xy p q r z");
    row("an array anew", "A=(x y); A=(z); run ${A[@]}", "run z");
    row("indirect", "A=B; B=3; run ${!A}", "run 3");
    row("lists in words", "A=(x y); run ${A[*]} \"${A[@]}\" a\"${A[@]}\"b", "run x y x y ax yb");
    row("variables of a function's own",
        "A=1; f() { local A=2; run $A; }; f; run $A; g() { declare A=3; B=4; run $A; }; g; run $A $B",
        "run 2 / run 1 / run 3 / run 1 4");
    row("a variable of a function without a value",
        "A=1; f() { local A; run ${A-4}; A=5; run $A; }; f; run $A", "run 4 / run 5 / run 1");
    row("called functions see them", "f() { local A=7; g; }; g() { run $A; }; f; run x$A",
        "run 7 / run ?x$A");
    row("variables of parentheses", "A=1; (A=2; run $A); run $A; { A=3; }; run $A; (exit 0); run after",
        "run 2 / run 1 / run 3 / run after");
    row("parentheses leave all as it is",
        "f() { (shift; local A=9); A=3; run $1; }; f 4 16; run $A; f() { (return 1); true; }; f && run yes",
        "run 4 / run 3 / run yes");
    row("not of a pipeline", "A=1; ! true | false && A=4; run $A", "run 4");
    row("a global variable of a function", "A=1; f() { declare -gi A=4; }; f; run $A", "run 4");
    row("numbers with zeros and other braces stay", "for i in {01..03} {1..3..2..}; do run $i; done",
        "run {01..03} / run {1..3..2..}");
    row("a return of a function that is perhaps called",
        "f() { A=4; return; A=8; }; if [ -e x ]; then f; run $A; fi; run end", "perhaps run 4 / run end");
    row("the status of a function",
        "f() { return 1; }; f && run yes || run no; g() { return 0; }; g && run yes", "run no / run yes");
    row("the status of its last command", "f() { [ 1 = 2 ] || return; run in; }; f || run out", "run out");
    row("not",
        "! false && run a; ! [ 1 = 1 ] || run b; if ! [ -z x ]; then run c; fi; ! [[ a == b ]] && run d",
        "run a / run b / run c / run d");
    row("numbers of a loop", "for i in {1..3} x {1..5..2} {3..2}; do run $i; done",
        "run 1 / run 2 / run 3 / run x / run 1 / run 3 / run 5 / run 3 / run 2");
    row("signs behind a name",
        "E=; X=1; run ${X-a} ${X:-a} ${E-a}x ${E:-a} ${U-a} ${X+a} ${E+a} ${E:+a}x ${U+a}x",
        "run 1 1 x a a a a x x");
    row("a default is set", "run ${V:=5} $V ${V:=6}; E=; run ${E=7}x ${E:=8} $E", "run 5 5 5 / run x 8 8");
    row("arguments", "f() { run $# $1 $2 \"$*\"; shift; run $# $1; }; f a b c", "run 3 a b a b c / run 2 b");
    row("two digits of an argument", "f() { run ${10} $1; }; f 1 2 3 4 5 6 7 8 9 z", "run z 1");
    row("no such argument", "f() { run a${3:-d}; }; f x y", "run ad");
    row("a test of texts",
        "for a in x ''; do if [ -z \"$a\" ]; then run z; fi; if [ -n \"$a\" ]; then run n; fi; if [ \"$a\" "
        "]; then run t; fi; done",
        "run n / run t / run z");
    row("a test of numbers",
        "for a in 1 2 3; do [ $a -lt 2 ] && run lt; [ $a -le 2 ] && run le; [ $a -eq 2 ] && run eq; [ $a -ne "
        "2 ] && run ne; [ $a -ge 2 ] && run ge; [ $a -gt 2 ] && run gt; done; run",
        "run lt / run le / run ne / run le / run eq / run ge / run ne / run ge / run gt / run");
    row("a test joined",
        "A=1; [ $A = 1 -a $A = 2 ] && run a; [ $A = 1 -o $A = 2 ] && run b; [ ! $A = 2 ] && run c; [ ! $A = "
        "1 ] && run d; [[ $A = 2 || $A = 1 ]] && run e; [[ $A = 1 && $A = 2 ]] && run f; [[ ! ( $A = 2 || $A "
        "= 3 ) ]] && run g; run",
        "run b / run c / run e / run g / run");
    row("a test of patterns",
        "A=qwen-7b; [[ $A == qwen* ]] && run a; [[ $A == llama* ]] && run b; [[ $A != llama* ]] && run c; [ "
        "$A = 'qwen*' ] && run d; [[ $A == *-[0-9]b ]] && run e; run",
        "run a / run c / run e / run");
    row("unequal texts", "[ a != b ] && run a; [ a != a ] && run b; run", "run a / run");
    row("or else", "[ 1 = 2 ] || run a; [ 1 = 1 ] || run b; [ 1 = 2 ] && run c || run d", "run a / run d");
    row("case with classes",
        "for m in a1 b zz; do case $m in [a-b]?) run c;; a|b) run d;; *) run e;; esac; done",
        "run c / run d / run e");
    row("case in quotes",
        "A='x y'; case \"$A\" in 'x y') run a;; *) run b;; esac; case x* in 'x*') run c;; esac",
        "run a / run c");
    row("nested loops", "for i in 1 2; do for j in a b; do run $i$j; done; done",
        "run 1a / run 1b / run 2a / run 2b");
    row("a loop over an array", "A=(p 'q r'); for i in \"${A[@]}\"; do run \"$i\" end; done",
        "run p end / run q r end");
    row("a comment inside", "run a # b\n# run c\nrun d#e", "run a / run d#e");
    row("a line that goes on", "run a\\\n  b \\\n c\nrun d", "run a b c / run d");
    row("quotes", "run 'a\"b' \"c'd\" e\\ f \"g\\\"h\" 'i'\"j\"k \"\\$x\"", "run a\"b c'd e f g\"h ijk $x");
    row("empty words", "E=; run \"$E\" '' $E end", "run   end");
    row("nested commands", "run $(echo $(echo a b)) \"$(echo c  d)\" `echo e`", "run a b c d e");
    // FunAudioLLM/CosyVoice@ace7c47f examples/libritts/cosyvoice/run.sh
    row("devices that awk counts", "D=0,1,2,3; N=$(echo $D | awk -F \",\" '{print NF}'); run $N", "run 4");
    row("one device that awk counts", "D=\"0\"; run $(echo $D | awk -F',' '{ print NF; }')", "run 1");
    // togethercomputer/OpenChatKit@a7094aa5 training/finetune_RedPajama-INCITE-Chat-3B-v1.sh
    row("words that echo hands on", "D=$(pwd -P); A=\"--dir $D --lr 1e-5\"; run $(echo ${A})",
        "run --dir ?$(pwd -P) --lr 1e-5");
    // lyogavin/Anima@162edabf rlhf/run_dpo_training.sh
    row("comments in backquotes", "run --steps 100 `# run 100 steps` --lora `# of all` ",
        "run --steps 100 --lora");
    row("another program of awk", "run $(echo a,b | awk -F, '{print $1}')",
        "run ?$(echo a,b | awk -F, '{print $1}')");
    row("a command's text", "A=$(echo x y); run $A \"$A\"", "run x y x y");
    row("printf and expr", "run $(expr 7 + 2) $(expr 7 - 2) $(expr 7 \\* 2) $(expr 7 / 2) $(expr 7 % 2)",
        "run 9 5 14 3 1");
    row("a group", "{ run a; run b; }; ( run c )", "run a / run b / run c");
    row("unset", "A=1; unset A; run ${A:-none}", "run none");
    row("eval", "A=3; eval \"run $A\"", "run 3");
    row("a brace in quotes", "run '{a}' \"{b}\"", "run {a} {b}");
    row("large powers", "run $((2**62)) $((1**0)) $((0**1))", "run 4611686018427387904 1 0");
    row("a mark in an inverted class", "M='!x'; run ${M#[!a]} ${M#[^!]}", "run x !x");
    row("ends of a range", "M=cx; N=ax; O=dx; run ${M#[a-c]} ${N#[a-c]} ${O#[a-c]}", "run x x dx");
    row("an array over lines", "A=(x \\\n  y\\ z \\\n)\nrun \"${A[@]}\" ${#A[@]}", "run x y z 2");
  }
  void bash_expands_words_alike() { words_are_expanded(); }

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
